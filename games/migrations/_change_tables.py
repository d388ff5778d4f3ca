"""An operation of migrations that changes tables of SQLite by one copy each."""

from django.db import migrations

from games.core import audit


class ChangeTables(migrations.operations.base.Operation):
    """Run operations that change tables as one, so that SQLite copies each table once.

    One after the other, each would copy its table, and Django would render all models again. A
    model may get one new field. `append_only` are the tables among them whose triggers are made
    again: the copy drops them.
    """

    def __init__(self, operations, append_only=()):
        self.operations = operations
        self.append_only = append_only

    def state_forwards(self, app_label, state):
        if "apps" in state.__dict__:
            del state.apps  # a cached property: the models are rendered again when all are changed
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor == "sqlite":
            self._copy(app_label, schema_editor, to_state, new=self._new_fields())
            audit.guard(schema_editor, self.append_only)
            return
        for operation in self.operations:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor == "sqlite":
            self._copy(app_label, schema_editor, to_state, new={})
            audit.guard(schema_editor, self.append_only)
            return
        states = [to_state]  # before the first operation, after it, and so on
        for operation in self.operations:
            states.append(states[-1].clone())
            operation.state_forwards(app_label, states[-1])
        for operation in reversed(self.operations):
            after = states.pop()
            operation.database_backwards(app_label, schema_editor, after, states[-1])

    def _copy(self, app_label, schema_editor, state, *, new):
        for name in sorted({operation.model_name for operation in self.operations}):
            model = state.apps.get_model(app_label, name)
            field = None
            if name in new:
                field = model._meta.get_field(new[name].name)
                field.default = new[name].field.default  # perhaps for the present rows alone
            schema_editor._remake_table(model, create_field=field)

    def _new_fields(self):
        """Return the addition of a field to each model; one a model, without a db_default."""
        added = (each for each in self.operations if isinstance(each, migrations.AddField))
        return {each.model_name: each for each in added}

    def describe(self):
        return f"Change {len({each.model_name for each in self.operations})} tables"
