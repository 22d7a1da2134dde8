ARG PYTHON_DIGEST=
FROM python:3.12-slim${PYTHON_DIGEST}

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
WORKDIR /srv/caracole
RUN useradd --system --no-create-home caracole && install -d -o caracole var && install -d -o caracole -m 700 /backups

COPY requirements.txt .
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
COPY . .
RUN python -m compileall -q -j 0 app migrations  # else each start compiles a thousand files

USER caracole
ENV CARACOLE_HOST=0.0.0.0 CARACOLE_PORT=8000
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["python", "-c", "import urllib.request as web; web.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
CMD ["python", "-m", "app", "serve"]
