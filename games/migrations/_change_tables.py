"""An operation of migrations that changes tables of SQLite by one copy each."""

from django.db import migrations

from games.core import audit


class ChangeTables(migrations.operations.base.Operation):
    """Run operations that change tables as one, so that SQLite copies each table once.

    One after the other, each would copy its table, and Django would render all models again. New
    fields have a default or are null. `append_only` are the tables among them whose triggers are
    made again: the copy drops them.
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
            self._copy(app_label, schema_editor, to_state, new=self._fields(migrations.AddField))
            audit.guard(schema_editor, self.append_only)
            for operation in self._created():
                operation.database_forwards(app_label, schema_editor, from_state, to_state)
            return
        for operation in self.operations:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor == "sqlite":
            for operation in self._created():
                operation.database_backwards(app_label, schema_editor, from_state, to_state)
            self._copy(app_label, schema_editor, to_state, new=self._fields(migrations.RemoveField))
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
        """Add the columns of `new` fields, pairs of model and name, and copy each table once."""
        for name in self._changed():
            model = state.apps.get_model(app_label, name)
            for field in (model._meta.get_field(each) for of, each in new if of == name):
                self._add_column(schema_editor, model, field)
            schema_editor._remake_table(model)

    def _add_column(self, schema_editor, model, field):
        """Add the column of a field, with the value for the present rows; the copy defines it."""
        preserved = {each.name: each.field for each in self.operations if hasattr(each, "field")}
        default = schema_editor.effective_default(preserved.get(field.name, field))
        value = schema_editor.quote_value(default)
        table, column = map(schema_editor.quote_name, (model._meta.db_table, field.column))
        schema_editor.execute(
            f"ALTER TABLE {table} ADD COLUMN {column} {field.db_type(schema_editor.connection)}"
            f" DEFAULT {value}"
        )

    def _fields(self, kind):
        """The fields of the operations of one kind, as pairs of model and name."""
        return [(each.model_name, each.name) for each in self.operations if isinstance(each, kind)]

    def _created(self):
        return [each for each in self.operations if isinstance(each, migrations.CreateModel)]

    def _changed(self):
        """The names of the models whose tables are copied."""
        created = self._created()
        return sorted({each.model_name for each in self.operations if each not in created})

    def describe(self):
        return f"Change {len(self._changed())} tables"
