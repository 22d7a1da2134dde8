// Types of htmx as the scripts use it (static/vendor/htmx.min.js), and of its events.

interface HtmxSwap {
    text: string;
    target: Element;
    swap: string;
    sourceElement: Element;
}

interface HtmxContext {
    sourceElement: Element;
    request: { method: string; form?: HTMLFormElement; submitter?: HTMLElement };
    response: { status: number };
}

declare const htmx: {
    ajax(
        method: string,
        address: string,
        options: { source?: Element; target: string; swap: string; push?: string },
    ): Promise<void>;
    process(element: Element): void;
    swap(swap: HtmxSwap): void;
    registerExtension(name: string, extension: object): void;
};

interface DocumentEventMap {
    "htmx:before:request": CustomEvent<{ ctx: HtmxContext }>;
    "htmx:finally:request": CustomEvent<{ ctx: HtmxContext }>;
    "htmx:before:swap": CustomEvent<{ ctx: HtmxContext }>;
    "htmx:after:swap": CustomEvent<{ ctx: HtmxContext }>;
    "htmx:response:error": CustomEvent<{ ctx: HtmxContext }>;
    "htmx:error": CustomEvent<{ ctx?: HtmxContext; error: unknown }>;
}
