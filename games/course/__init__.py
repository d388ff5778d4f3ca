"""The course: lessons with tasks on boards, and the quiz."""
