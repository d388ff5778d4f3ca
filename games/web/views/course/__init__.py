"""The course: lessons on boards, and the quiz."""
