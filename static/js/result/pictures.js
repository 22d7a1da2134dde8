// Photographs on the form: made smaller in the browser, shown, and removed before they are sent.

const LONGEST = 2000; // pixels
const QUALITY = 0.85;
const PREVIEW = 320; // pixels
const MOST_BYTES = 12_000_000;

/**
 * Sizes of a picture whose longer side is at most `longest`.
 * @param {number} width
 * @param {number} height
 * @param {number} longest
 */
export function fitted(width, height, longest) {
  const share = Math.min(1, longest / Math.max(width, height, 1));
  return {
    width: Math.max(1, Math.round(width * share)),
    height: Math.max(1, Math.round(height * share)),
  };
}

/**
 * @param {ImageBitmap} bitmap
 * @param {number} longest
 */
function drawn(bitmap, longest) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, fitted(bitmap.width, bitmap.height, longest));
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  }
  return canvas;
}

/**
 * Smaller JPEG with its preview. A file that the browser cannot read is sent as it is, so that the
 * server names it. A file over the limit is left out: null.
 * @param {File} file
 * @returns {Promise<{ file: File, preview: HTMLCanvasElement | null } | null>}
 */
export async function prepared(file) {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(
    () => null,
  );
  if (!bitmap) return file.size > MOST_BYTES ? null : { file, preview: null };
  const preview = drawn(bitmap, PREVIEW);
  const canvas = drawn(bitmap, LONGEST);
  bitmap.close();
  /** @type {Blob | null} */
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
  if (!blob) return null;
  const name = file.name.replace(/\.\w+$/, "");
  return { file: new File([blob], `${name}.jpg`, { type: "image/jpeg" }), preview };
}

/** Photographs of a file field, with a preview of each. */
export class PictureField {
  /** @type {File[]} */
  files = [];
  busy = Promise.resolve();

  /** @param {HTMLInputElement} field */
  constructor(field) {
    this.field = field;
    this.most = Number(field.dataset.photographs) || 0;
    field.addEventListener("change", () => {
      const chosen = [...(field.files ?? [])];
      field.value = "";
      this.busy = this.busy.then(() => this.add(chosen));
    });
  }

  /** @param {string} name @returns {HTMLElement | null} */
  part(name) {
    return this.field.parentElement?.querySelector(`[data-${name}]`) ?? null;
  }

  /** @param {Iterable<File>} given */
  async add(given) {
    /** @type {string[]} */
    const left = [];
    for (const file of given) {
      const one = this.files.length < this.most ? await prepared(file) : null;
      if (one) this.show(one.file, one.preview);
      else left.push(file.name);
    }
    const says = this.part("left-out");
    if (says) says.textContent = left.length ? `${says.dataset.says} ${left.join(", ")}` : "";
  }

  /**
   * @param {File} file
   * @param {HTMLCanvasElement | null} preview
   */
  show(file, preview) {
    this.files.push(file);
    const row = document.createElement("li");
    const button = document.createElement("button");
    const words = this.field.dataset.remove ?? "";
    Object.assign(button, { type: "button", className: "btn", textContent: words });
    button.setAttribute("aria-label", `${words}: ${file.name}`);
    button.addEventListener("click", () => {
      this.files = this.files.filter((other) => other !== file);
      row.remove();
      this.field.focus();
    });
    preview?.setAttribute("role", "img");
    preview?.setAttribute("aria-label", file.name);
    row.append(preview ?? document.createTextNode(file.name), button);
    const list = this.part("previews");
    list?.append(row);
    if (list) list.hidden = false;
  }
}
