# One image for all processes of the site; docker-compose.yml holds the command of each.
FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /srv/entente

# pg_dump, pg_restore and psql, for `manage.py backup` and `restore`.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-client \
    && rm -rf /var/lib/apt/lists/*

COPY requirements.txt ./
RUN pip install --require-hashes --no-deps -r requirements.txt

COPY manage.py LICENSE ./
COPY config config
COPY adjudicator adjudicator
COPY accounts accounts
COPY games games
COPY templates templates
COPY docs/help docs/help
COPY docs/rules docs/rules
COPY locale locale
COPY static static

# Compile catalogues, and collect and compress static files. The settings below are placeholders for
# this step and do not stay in the image.
RUN useradd --uid 10001 --no-log-init --shell /usr/sbin/nologin entente \
    && install --directory --owner entente --mode 700 /var/lib/entente/pictures \
    && ENTENTE_MODE=production SITE_URL=https://build.invalid EMAIL_URL=smtp://build.invalid \
       SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(64))')" \
       DATABASE_URL=postgresql://build.invalid/build REDIS_URL=redis://build.invalid \
       sh -c 'python manage.py compilemessages && python manage.py collectstatic --no-input --verbosity 0'

USER entente
EXPOSE 8000
CMD ["python", "-m", "gunicorn", "--config", "python:config.http.gunicorn", "config.wsgi"]
