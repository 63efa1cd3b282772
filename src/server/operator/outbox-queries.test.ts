/** Among 20,000 messages a page of the outbox is read along an index, whatever it is narrowed by: no more is sorted than has the same moment. */
import { CompiledQuery, type KyselyPlugin, type PluginTransformQueryArgs, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { DEFAULT_TIME_ZONE, localDate } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { createTestApp, TEST_START } from '#testing/app.ts'
import { buildCustomer, buildOperator } from '#testing/build.ts'
import { asOwner } from '#testing/database.ts'
import { listOutbox } from './outbox-queries.ts'

const { app } = await createTestApp()
const { scope } = await buildOperator(app)
const dana = await buildCustomer(app, { name: 'Dana Whitfield' })

beforeAll(async () => {
  await sql`
    insert into outbox_message (channel, recipient, subject, body, state, tries, user_id, market_id, dedupe_key,
      created_at)
    select case when n % 50 = 0 then 'sms' else 'mail' end, 'somebody@example.test', 'Subject', '',
      case when n % 100 = 0 then 'failed' else 'sent' end, 1, case when n % 10 = 0 then ${dana.userId}::uuid end,
      ${scope.marketId}, 'mail:kind_' || n % 20 || ':' || n, ${toTimestamp(TEST_START)}::timestamptz - n * interval '1 minute'
    from generate_series(1, 20000) as n`.execute(app.db)
  // Only its owner may.
  await asOwner((db) => sql`analyze outbox_message`.execute(db))
})

type PlanNode = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly PlanNode[]
}

/** Every node of the plan that the database makes of what `listOutbox` asks. */
async function planOf(asked: Parameters<typeof listOutbox>[2]): Promise<PlanNode[]> {
  const queries: PluginTransformQueryArgs[] = []
  const listens: KyselyPlugin = {
    transformQuery: (args) => {
      queries.push(args)
      return args.node
    },
    transformResult: async ({ result }) => result,
  }
  await listOutbox(app.db.withPlugin(listens), scope, asked, DEFAULT_TIME_ZONE)
  const { node, queryId } = queries[0]!
  const { sql: text, parameters } = app.db.getExecutor().compileQuery(node, queryId)
  const explained = await app.db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]),
  )
  return nodesIn(explained.rows[0]!['QUERY PLAN'][0].Plan)
}

function nodesIn(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesIn)]
}

async function lastMark(): Promise<string> {
  const { nextCursor } = await listOutbox(app.db, scope, {}, DEFAULT_TIME_ZONE)
  return nextCursor!
}

test.each([
  ['all of them', {}, ['outbox_message_market_idx']],
  ['those that failed', { state: 'failed' }, ['outbox_message_failed_idx']],
  ['one kind', { kind: 'kind_8' }, ['outbox_message_kind_idx']],
  ['one channel', { channel: 'sms' }, ['outbox_message_channel_idx']],
  ['one person', { personId: dana.userId }, ['outbox_message_user_idx']],
  [
    'some days',
    { from: localDate('2026-02-20'), to: localDate('2026-02-24') },
    ['outbox_message_market_idx', 'outbox_message_created_idx'],
  ],
] as const)('a page of %s goes along its index', async (_, asked, index) => {
  for (const page of [asked, { ...asked, cursor: await lastMark() }]) {
    const nodes = await planOf(page)
    const messages = nodes.filter((node) => node['Relation Name'] === 'outbox_message')
    expect(messages).toHaveLength(1)
    expect(index).toContain(messages[0]!['Index Name'])
    expect(
      nodes
        .filter((node) => /^Sort$|Seq Scan|Bitmap/.test(node['Node Type']))
        .map((node) => node['Node Type']),
    ).toEqual([])
  }
})
