from collections.abc import Iterator
from uuid import uuid4

import psycopg
import pytest


@pytest.fixture
def empty_postgres(postgres_url: str) -> Iterator[str]:
    """URL of an empty PostgreSQL database for this test alone."""
    name = f"entente_{uuid4().hex[:12]}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield f"{postgres_url.rpartition('/')[0]}/{name}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["SQLite and files", "PostgreSQL and Redis"])
def services(request: pytest.FixtureRequest) -> dict[str, str]:
    """Environment variables of a site that name its database and its broker."""
    if request.param == "SQLite and files":
        return {}
    return {
        "DATABASE_URL": request.getfixturevalue("empty_postgres"),
        "REDIS_URL": request.getfixturevalue("redis_url"),
    }
