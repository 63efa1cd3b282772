-- A note about a person can be about one of its things: a visit, a place, a weekly job, a payment, a payout.
alter table person_note
  add column about_kind text check (about_kind in ('visit', 'place', 'complex', 'job', 'payment', 'payout')),
  add column about_id uuid,
  add constraint person_note_about_check check ((about_kind is null) = (about_id is null));
create index person_note_about_idx on person_note (about_id, created_at desc, id desc) where about_id is not null;
