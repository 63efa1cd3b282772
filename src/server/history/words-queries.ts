/** What the log, the operators' notes and the notices know of a thing. */
import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { OperatorScope } from '../scope.ts'
import { nameOf, type Source } from './source-queries.ts'

const ENTRY = {
  title: 'audit_entry.action',
  note: "audit_entry.detail ->> 'reason'",
  who: 'audit_entry.actor_id',
  by: "case when audit_entry.actor_id is null then 'system' else 'operator' end",
  detail: 'audit_entry.detail',
  entry: 'audit_entry.id',
} as const

/** What was done to any of these, by their ids; a note stands there itself. */
export function changesOf({ marketId }: OperatorScope, subjects: RawBuilder<unknown>): Source {
  return {
    kind: 'operator',
    from: sql`audit_entry`,
    id: nameOf('audit', 'audit_entry.id::text'),
    at: 'audit_entry.at',
    where: sql`audit_entry.subject in (${subjects}) and audit_entry.action <> 'add_note'
      and (audit_entry.market_id = ${marketId} or audit_entry.market_id is null)`,
    columns: ENTRY,
  }
}

/** What was done to a person, or to what is the person's. */
export function changesAbout({ marketId }: OperatorScope, personId: UserId): Source {
  return {
    kind: 'operator',
    from: sql`audit_person join audit_entry on audit_entry.id = audit_person.entry_id`,
    id: nameOf('audit', 'audit_entry.id::text'),
    at: 'audit_person.at',
    where: sql`audit_person.person_id = ${personId} and audit_entry.action <> 'add_note'
      and (audit_entry.market_id = ${marketId} or audit_entry.market_id is null)`,
    columns: ENTRY,
  }
}

const NOTE = {
  title: 'left(person_note.text, 200)',
  who: 'person_note.author_id',
  by: "'operator'",
} as const

export function notesAbout(id: string): Source {
  return {
    kind: 'note',
    from: sql`person_note`,
    id: 'person_note.id',
    at: 'person_note.created_at',
    where: sql`person_note.about_id = ${id}::uuid and person_note.removed_at is null`,
    columns: NOTE,
  }
}

export function notesOf(personId: UserId): Source {
  return { ...notesAbout(personId), where: sql`person_id = ${personId} and removed_at is null` }
}

export function noticesWhere(where: RawBuilder<unknown>): Source {
  return {
    kind: 'notice',
    from: sql`notice`,
    id: 'notice.id',
    at: 'notice.created_at',
    where,
    columns: {
      title: 'notice.title',
      state: 'notice.event',
      who: 'notice.user_id',
      by: "'system'",
      visit: 'notice.visit_id',
    },
  }
}

/** The journals of anything that they are about; the amount is what moved. */
export function journalsOf(subjects: RawBuilder<unknown>): Source {
  return {
    kind: 'journal',
    from: sql`ledger_journal`,
    id: nameOf('journal', 'ledger_journal.id::text'),
    at: 'ledger_journal.at',
    where: sql`ledger_journal.subject_id in (${subjects})`,
    columns: {
      title: 'ledger_journal.kind',
      by: "'system'",
      amount: `select sum(posting.amount_cents) from ledger_posting posting
        where posting.journal_id = ledger_journal.id and posting.amount_cents > 0`,
    },
  }
}
