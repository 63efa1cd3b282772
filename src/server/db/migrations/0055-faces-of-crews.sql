-- A crew's own picture, for the customers whose visits it does.

alter table photo drop constraint photo_purpose_check;
alter table photo add constraint photo_purpose_check check (purpose in ('proof', 'access', 'extra', 'face'));
alter table crew_profile add column photo_id uuid references photo (id) on delete set null;
create index crew_profile_photo_idx on crew_profile (photo_id) where photo_id is not null;
