-- What an operator finds by a part of a name, an address, a phone or a note: one row for each thing that can be opened,
-- kept by triggers, so that whoever writes a person or a place need not think of it.

-- Without accents and capitals: "Nunez" finds "Núñez".
create function search_fold(text) returns text language sql immutable strict parallel safe as $$
  select lower(translate($1,
    'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöøùúûüýÿ',
    'AAAAAACEEEEIIIINOOOOOOUUUUYaaaaaaceeeeiiiinoooooouuuuyy'))
$$;

create function search_words(text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct left(word, 40)), '{}')
  from regexp_split_to_table(search_fold($1), '[^[:alnum:]]+') as word
  where word <> ''
$$;

-- A phone is known by all its digits, without the country, without the area, and by its last four.
create function search_phone(text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct ending), '{}')
  from (select regexp_replace(coalesce($1, ''), '[^0-9]', '', 'g') as digits) as phone,
    unnest(array[digits, right(digits, 10), right(digits, 7), right(digits, 4)]) as ending
  where digits <> ''
$$;

create table search_entry (
  kind text not null check (kind in ('customer', 'crew', 'operator', 'place', 'complex', 'group', 'note')),
  -- What is opened; of a note, the note.
  subject_id uuid primary key,
  -- The person that it is or belongs to.
  owner_id uuid not null references users (id) on delete cascade,
  market_id text not null references market (id),
  title text not null,
  detail text not null,
  is_removed boolean not null default false,
  folded_title text not null,
  -- The words, and the market's as one of them, so that one index answers both.
  words tsvector not null
);
create index search_entry_words_idx on search_entry using gin (words);
create index search_entry_title_idx on search_entry (market_id, folded_title text_pattern_ops);
create index search_entry_owner_idx on search_entry (owner_id);

create function keep_search_entry(
  of_kind text, of_subject uuid, of_owner uuid, in_market text, with_title text, with_detail text, removed boolean,
  also text, phone text
) returns void language plpgsql as $$
begin
  insert into search_entry (kind, subject_id, owner_id, market_id, title, detail, is_removed, folded_title, words)
  values (
    of_kind, of_subject, of_owner, in_market, with_title, with_detail, removed, search_fold(with_title),
    array_to_tsvector(
      search_words(concat_ws(' ', with_title, with_detail, also)) || search_phone(phone) || array['@' || in_market])
  )
  on conflict (subject_id) do update set kind = excluded.kind, owner_id = excluded.owner_id,
    market_id = excluded.market_id, title = excluded.title, detail = excluded.detail,
    is_removed = excluded.is_removed, folded_title = excluded.folded_title, words = excluded.words;
end $$;

create function keep_search_of_person() returns trigger language plpgsql as $$
begin
  perform keep_search_entry(lower(new.type), new.id, new.id, new.market_id, new.name,
    concat_ws(' · ', nullif(new.email, ''), new.phone), false, concat_ws(' ', new.address, new.frozen_notes), new.phone);
  if tg_op = 'UPDATE' and new.market_id <> old.market_id then
    update search_entry set market_id = new.market_id, words = ts_delete(words, '@' || old.market_id)
      || array_to_tsvector(array['@' || new.market_id])
    where owner_id = new.id and subject_id <> new.id;
  end if;
  return null;
end $$;
create trigger users_search after insert or update of type, market_id, name, email, phone, address, frozen_notes
  on users for each row execute function keep_search_of_person();

create function keep_search_of_place() returns trigger language plpgsql as $$
begin
  -- The place behind a complex is found as the complex.
  if new.complex_id is not null then return null; end if;
  perform keep_search_entry('place', new.id, new.customer_id,
    (select market_id from users where id = new.customer_id), new.name,
    concat_ws(', ', new.address, new.neighbourhood), new.removed_at is not null,
    concat_ws(' ', new.external_ref, new.access_notes), null);
  return null;
end $$;
create trigger property_search after insert or update of
  customer_id, name, address, neighbourhood, external_ref, access_notes, removed_at, complex_id
  on property for each row execute function keep_search_of_place();

create function keep_search_of_complex() returns trigger language plpgsql as $$
begin
  perform keep_search_entry('complex', new.id, new.customer_id,
    (select market_id from users where id = new.customer_id), new.name, new.address, false,
    concat_ws(' ', new.instructions, new.po_number), null);
  return null;
end $$;
create trigger complex_search after insert or update of customer_id, name, address, instructions, po_number
  on complex for each row execute function keep_search_of_complex();

create function keep_search_of_group() returns trigger language plpgsql as $$
begin
  perform keep_search_entry('group', new.id, new.customer_id,
    (select market_id from users where id = new.customer_id), new.name, '', false, null, null);
  return null;
end $$;
create trigger property_group_search after insert or update of customer_id, name
  on property_group for each row execute function keep_search_of_group();

-- What operators write about a person, for each other.
create table person_note (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references users (id),
  author_id uuid not null references users (id),
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null,
  removed_at timestamptz
);
create index person_note_person_idx on person_note (person_id, created_at desc, id desc);
create index person_note_author_idx on person_note (author_id);

create function keep_search_of_note() returns trigger language plpgsql as $$
begin
  perform keep_search_entry('note', new.id, new.person_id, (select market_id from users where id = new.person_id),
    left(new.text, 120), (select name from users where id = new.person_id), new.removed_at is not null, new.text, null);
  return null;
end $$;
create trigger person_note_search after insert or update of text, removed_at
  on person_note for each row execute function keep_search_of_note();

create function drop_search_entry() returns trigger language plpgsql as $$
begin
  delete from search_entry where subject_id = old.id;
  return null;
end $$;
create trigger users_search_end after delete on users for each row execute function drop_search_entry();
create trigger property_search_end after delete on property for each row execute function drop_search_entry();
create trigger complex_search_end after delete on complex for each row execute function drop_search_entry();
create trigger property_group_search_end after delete on property_group for each row execute function drop_search_entry();
create trigger person_note_search_end after delete on person_note for each row execute function drop_search_entry();

-- What an operator opened last, and what stays on top.
create table search_mark (
  operator_id uuid not null references users (id),
  subject_id uuid not null references search_entry (subject_id) on delete cascade,
  opened_at timestamptz not null,
  is_pinned boolean not null default false,
  primary key (operator_id, subject_id)
);
create index search_mark_opened_idx on search_mark (operator_id, opened_at desc);
create index search_mark_subject_idx on search_mark (subject_id);

-- Those who are here already.
update users set name = name;
update property set name = name;
update complex set name = name;
update property_group set name = name;

-- What operators did with one person or thing.
create index audit_entry_subject_idx on audit_entry (subject, at desc);
