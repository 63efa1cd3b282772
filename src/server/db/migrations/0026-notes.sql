-- What a person writes freely is a note, everywhere under the same name; and a dispute is opened, not reported.

alter table dispute rename column words to note;
alter table dispute rename column crew_words to crew_note;
alter table dispute rename column decision_words to decision_note;
alter table dispute rename column reported_at to opened_at;
alter table dispute rename constraint dispute_words_check to dispute_note_check;
alter table dispute rename constraint dispute_crew_words_check to dispute_crew_note_check;
alter table dispute rename constraint dispute_decision_words_check to dispute_decision_note_check;
alter table dispute_event rename column words to note;
update dispute_event set transition = 'open' where transition = 'report';

alter table rating rename column words to note;
alter table rating rename constraint rating_words_check to rating_note_check;

alter table complex_exception rename column words to note;
alter table violation rename column words to note;
