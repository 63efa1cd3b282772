/** Shares: what owners give to whoever looks after their places, and invitations to it. */
import { sql } from 'kysely'
import type { ComplexGroupId, PropertyGroupId, ShareId, UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { ShareRole } from '#domain/sharing/rights.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { SCOPE_COLUMNS } from '../scope.ts'

export type Reach = {
  readonly isWhole: boolean
  readonly propertyGroupIds: readonly PropertyGroupId[]
  readonly complexGroupIds: readonly ComplexGroupId[]
}

export type GroupName =
  | { readonly kind: 'places'; readonly id: PropertyGroupId; readonly name: string }
  | { readonly kind: 'complexes'; readonly id: ComplexGroupId; readonly name: string }

/** An owner who left shares nothing any more. */
export function findOwner(db: Db, ownerId: UserId) {
  return db
    .selectFrom('users')
    .where('users.id', '=', ownerId)
    .where('users.type', '=', 'Customer')
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('account_closing').whereRef('account_closing.user_id', '=', 'users.id')),
      ),
    )
    .select(SCOPE_COLUMNS)
    .executeTakeFirst()
}

/** Changes of an owner's shares come one after another. */
export async function lockOwner(db: Db, ownerId: UserId): Promise<void> {
  await db.selectFrom('users').where('id', '=', ownerId).select('id').forNoKeyUpdate().executeTakeFirst()
}

export async function countShares(db: Db, ownerId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('share')
    .where('owner_id', '=', ownerId)
    .where('ended_at', 'is', null)
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertShare(
  db: Db,
  share: {
    readonly ownerId: UserId
    readonly name: string
    readonly email: string
    readonly locale: Language
    readonly role: ShareRole
    readonly reach: Reach
    readonly tokenHash: Buffer
    readonly now: Instant
    readonly expiresAt: Instant
  },
): Promise<ShareId> {
  const { ownerId, name, email, locale, role, reach } = share
  const { id } = await db
    .insertInto('share')
    .values({
      owner_id: ownerId,
      name,
      email,
      locale,
      role,
      is_whole: reach.isWhole,
      token_hash: share.tokenHash,
      created_at: toTimestamp(share.now),
      sent_at: toTimestamp(share.now),
      expires_at: toTimestamp(share.expiresAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertGroups(db, id, reach)
  return id
}

export async function saveShare(
  db: Db,
  id: ShareId,
  { role, reach }: { readonly role: ShareRole; readonly reach: Reach },
): Promise<void> {
  await db.updateTable('share').set({ role, is_whole: reach.isWhole }).where('id', '=', id).execute()
  await db.deleteFrom('share_group').where('share_id', '=', id).execute()
  await insertGroups(db, id, reach)
}

async function insertGroups(db: Db, id: ShareId, reach: Reach): Promise<void> {
  const rows = [
    ...[...new Set(reach.propertyGroupIds)].map((group) => ({ share_id: id, property_group_id: group })),
    ...[...new Set(reach.complexGroupIds)].map((group) => ({ share_id: id, complex_group_id: group })),
  ]
  if (rows.length > 0) await db.insertInto('share_group').values(rows).execute()
}

/** One of an owner's, locked until the transaction ends. */
export function lockShare(db: Db, ownerId: UserId, id: ShareId) {
  return living(db)
    .where('share.owner_id', '=', ownerId)
    .where('share.id', '=', id)
    .forUpdate('share')
    .executeTakeFirst()
}

/** One of a helper's, locked until the transaction ends. */
export function lockOwnShare(db: Db, helperId: UserId, id: ShareId) {
  return living(db)
    .where('share.helper_id', '=', helperId)
    .where('share.id', '=', id)
    .forUpdate('share')
    .executeTakeFirst()
}

export function findByToken(db: Db, tokenHash: Buffer) {
  return living(db).where('share.token_hash', '=', tokenHash).executeTakeFirst()
}

export function lockByToken(db: Db, tokenHash: Buffer) {
  return living(db).where('share.token_hash', '=', tokenHash).forUpdate('share').executeTakeFirst()
}

/** Of an owner, by the name under which it knows them. */
export function listShares(db: Db, ownerId: UserId) {
  return living(db)
    .where('share.owner_id', '=', ownerId)
    .orderBy(sql`lower(share.name)`)
    .orderBy('share.id')
    .execute()
}

/** Those by which somebody looks after places of others, by the owner's name. */
export function listAccounts(db: Db, helperId: UserId) {
  return living(db)
    .where('share.helper_id', '=', helperId)
    .orderBy('owner.name')
    .orderBy('share.id')
    .execute()
}

/** Undefined where the person does not look after places of this owner. */
export function findShareBetween(db: Db, ownerId: UserId, helperId: UserId) {
  return living(db)
    .where('share.owner_id', '=', ownerId)
    .where('share.helper_id', '=', helperId)
    .executeTakeFirst()
}

export async function isInvited(db: Db, ownerId: UserId, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('share')
    .leftJoin('users as helper', 'helper.id', 'share.helper_id')
    .where('share.owner_id', '=', ownerId)
    .where('share.ended_at', 'is', null)
    .where('share.helper_id', 'is', null)
    .where((eb) => eb(eb.fn<string>('lower', ['share.email']), '=', email.toLowerCase()))
    .select('share.id')
    .executeTakeFirst()
  return row !== undefined
}

/** The groups that these shares reach, by name. */
export async function listGroups(
  db: Db,
  shareIds: readonly ShareId[],
): Promise<(GroupName & { readonly shareId: ShareId })[]> {
  if (shareIds.length === 0) return []
  const of = db.selectFrom('share_group').where('share_group.share_id', 'in', [...shareIds])
  const [places, complexes] = await Promise.all([
    of
      .innerJoin('property_group as named', 'named.id', 'share_group.property_group_id')
      .orderBy('named.name')
      .select(['share_group.share_id as shareId', 'named.id', 'named.name'])
      .execute(),
    of
      .innerJoin('complex_group as named', 'named.id', 'share_group.complex_group_id')
      .orderBy('named.name')
      .select(['share_group.share_id as shareId', 'named.id', 'named.name'])
      .execute(),
  ])
  return [
    ...places.map((group) => ({ ...group, kind: 'places' as const })),
    ...complexes.map((group) => ({ ...group, kind: 'complexes' as const })),
  ]
}

/** What an owner can share besides everything. */
export async function listOwnGroups(db: Db, ownerId: UserId): Promise<GroupName[]> {
  const places = db.selectFrom('property_group').where('customer_id', '=', ownerId)
  const complexes = db.selectFrom('complex_group').where('customer_id', '=', ownerId)
  const [ofPlaces, ofComplexes] = await Promise.all([
    places.orderBy(sql`lower(name)`).select(['id', 'name']).execute(),
    complexes.orderBy(sql`lower(name)`).select(['id', 'name']).execute(),
  ])
  return [
    ...ofPlaces.map((group) => ({ ...group, kind: 'places' as const })),
    ...ofComplexes.map((group) => ({ ...group, kind: 'complexes' as const })),
  ]
}

export async function saveLink(
  db: Db,
  id: ShareId,
  link: { readonly tokenHash: Buffer; readonly now: Instant; readonly expiresAt: Instant },
): Promise<void> {
  const { tokenHash, now, expiresAt } = link
  await db
    .updateTable('share')
    .set({ token_hash: tokenHash, sent_at: toTimestamp(now), expires_at: toTimestamp(expiresAt) })
    .where('id', '=', id)
    .execute()
}

export async function saveJoined(db: Db, id: ShareId, helperId: UserId, now: Instant): Promise<void> {
  await db
    .updateTable('share')
    .set({ helper_id: helperId, joined_at: toTimestamp(now), token_hash: null })
    .where('id', '=', id)
    .execute()
}

/** What the helper was to be notified of is taken back, so nothing of it is sent any more. */
export async function saveEnded(db: Db, id: ShareId, now: Instant): Promise<void> {
  await db
    .updateTable('share')
    .set({ ended_at: toTimestamp(now), token_hash: null })
    .where('id', '=', id)
    .execute()
  for (const table of ['notice', 'job_filter'] as const)
    await db.deleteFrom(table).where('share_id', '=', id).execute()
}

export type NoticeChoice = {
  readonly getsNotices: boolean
  /** As it was where nothing is said of it. */
  readonly getsReminders?: boolean | undefined
}

export async function saveNoticeChoice(
  db: Db,
  id: ShareId,
  { getsNotices, getsReminders }: NoticeChoice,
): Promise<void> {
  const reminders = getsReminders === undefined ? {} : { gets_reminders: getsReminders }
  await db
    .updateTable('share')
    .set({ gets_notices: getsNotices, ...reminders })
    .where('id', '=', id)
    .execute()
}

export type LivingShare = NonNullable<Awaited<ReturnType<typeof findByToken>>>

function living(db: Db) {
  return (
    db
      .selectFrom('share')
      .innerJoin('users as owner', 'owner.id', 'share.owner_id')
      .leftJoin('users as helper', 'helper.id', 'share.helper_id')
      .where('share.ended_at', 'is', null)
      .select([
        'share.id',
        'share.owner_id',
        'share.helper_id',
        'share.email',
        'share.locale',
        'share.role',
        'share.is_whole',
        'share.gets_notices',
        'share.gets_reminders',
        'share.sent_at',
        'share.expires_at',
        'share.joined_at',
        'owner.name as owner_name',
        'owner.email as owner_email',
        'owner.locale as owner_locale',
        'helper.email as helper_email',
      ])
      // As the helper calls itself once it came.
      .select((eb) => eb.fn.coalesce('helper.name', 'share.name').as('name'))
  )
}
