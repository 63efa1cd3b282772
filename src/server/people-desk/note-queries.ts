/** What operators write about a person, or about one of its things. */
import { sql } from 'kysely'
import type { NOTED_KINDS } from '#contract/people-desk.ts'
import type { PersonNoteId, UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import type { OperatorScope } from '../scope.ts'

const PAGE = 30

export type NoteAbout = { readonly kind: (typeof NOTED_KINDS)[number]; readonly id: string }

type Asked = {
  readonly id: UserId
  readonly cursor?: string | undefined
  readonly aboutId?: string | undefined
}

export async function listNotes(db: Db, { id, cursor, aboutId }: Asked) {
  const mark = readTimeMark(cursor)
  const rows = await db
    .selectFrom('person_note')
    .innerJoin('users as author', 'author.id', 'person_note.author_id')
    .where('person_note.person_id', '=', id)
    .where('person_note.removed_at', 'is', null)
    .$if(aboutId !== undefined, (query) => query.where('person_note.about_id', '=', aboutId!))
    .$if(mark !== undefined, (query) =>
      query.where(
        sql<boolean>`(person_note.created_at, person_note.id) < (${mark?.value}::timestamptz, ${mark?.id}::uuid)`,
      ),
    )
    .orderBy('person_note.created_at', 'desc')
    .orderBy('person_note.id', 'desc')
    .limit(PAGE + 1)
    .select([
      'person_note.id',
      'person_note.text',
      'person_note.about_kind',
      'person_note.about_id',
      'author.name',
      'person_note.created_at',
      sql<string>`person_note.created_at::text`.as('mark'),
    ])
    .execute()
  return pageOf(rows, PAGE)
}

export async function insertNote(
  db: Db,
  note: { personId: UserId; authorId: UserId; text: string; about?: NoteAbout | undefined; at: Instant },
): Promise<PersonNoteId> {
  const row = await db
    .insertInto('person_note')
    .values({
      person_id: note.personId,
      author_id: note.authorId,
      text: note.text,
      about_kind: note.about?.kind ?? null,
      about_id: note.about?.id ?? null,
      created_at: toTimestamp(note.at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** What the note was about and said; undefined where it is not of the market or gone already. */
export function removeNote(db: Db, { marketId }: OperatorScope, id: PersonNoteId, at: Instant) {
  return db
    .updateTable('person_note')
    .from('users')
    .whereRef('users.id', '=', 'person_note.person_id')
    .where('users.market_id', '=', marketId)
    .where('person_note.id', '=', id)
    .where('person_note.removed_at', 'is', null)
    .set({ removed_at: toTimestamp(at) })
    .returning(['person_note.person_id', 'person_note.text'])
    .executeTakeFirst()
}

/** Whether the thing is the person's: as its customer, or as the crew whose it is. */
export async function isOf(db: Db, personId: UserId, { kind, id }: NoteAbout): Promise<boolean> {
  const { rows } =
    await sql`select from ${WHOSE[kind]} where id = ${id} and ${personId} = any(owners)`.execute(db)
  return rows.length > 0
}

const WHOSE: Readonly<Record<NoteAbout['kind'], ReturnType<typeof sql>>> = {
  visit: sql`(select id, array[customer_id, crew_id] as owners from visit) as thing`,
  place: sql`(select id, array[customer_id] as owners from property) as thing`,
  complex: sql`(select id, array[customer_id] as owners from complex) as thing`,
  job: sql`(select id, array[customer_id] as owners from weekly_job) as thing`,
  payment: sql`(select id, array[customer_id] as owners from payment) as thing`,
  payout: sql`(select id, array[crew_id] as owners from payout) as thing`,
}
