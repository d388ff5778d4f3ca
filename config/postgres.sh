# Run once by the image of PostgreSQL, on an empty volume (docker-compose.yml): creates the site's
# role and database. The image's own role is a superuser, who could read the server's files.
# POSTGRES_PASSWORD, or the file that POSTGRES_PASSWORD_FILE names, holds the password of both.
: "${POSTGRES_PASSWORD:=$(cat "${POSTGRES_PASSWORD_FILE:-/dev/null}")}"
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" \
	--username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
CREATE ROLE entente LOGIN PASSWORD :'password';
CREATE DATABASE entente OWNER entente;
REVOKE CONNECT ON DATABASE postgres FROM PUBLIC;
SQL
