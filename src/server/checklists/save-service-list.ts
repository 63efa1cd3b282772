/** An operator writes what crews go through where a service is done. Every version stays. */
import { randomBytes } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import type { checklists } from '#contract/checklists.ts'
import { doubledKeys, type ServiceItem } from '#domain/checklists/items.ts'
import { randomCode } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { checkEveryCity } from '../http/role-queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { insertServiceList, lockServiceKey, serviceListsNow, shownServiceLists } from './queries.ts'
import { checklistTexts } from './texts.ts'

type Wanted = BodyOf<(typeof checklists)['POST /api/save-service-checklist']>

export async function readServiceList(app: App, scope: OperatorScope, serviceKey: string) {
  const rows = await shownServiceLists(app.db, scope, serviceKey)
  const now = rows.find((row) => row.replaced_at === null)
  return {
    version: now?.version ?? 0,
    items: [...(now?.items ?? [])],
    saved: now === undefined ? null : { at: now.saved_at, byName: now.saved_by_name },
    past: rows
      .filter((row) => row !== now)
      .map((row) => ({
        items: [...row.items],
        savedAt: row.saved_at,
        replacedAt: row.replaced_at!,
        savedByName: row.saved_by_name,
      })),
  }
}

export function saveServiceList(
  app: App,
  scope: OperatorScope,
  wanted: Wanted,
): Promise<{ version: number }> {
  const now = app.ports.clock.now()
  const texts = checklistTexts[scope.locale]
  const items = wanted.items.map(itemOf)
  return inTransaction(app.db, async (db) => {
    await checkEveryCity(db, scope, 'catalogue')
    if (!(await lockServiceKey(db, wanted.key))) throw new Refused('not_found')
    const [was] = await serviceListsNow(db, [wanted.key])
    if ((was?.version ?? 0) !== wanted.version)
      throw new Refused('bad_input', { fields: { items: texts.changed } })
    const [doubled] = doubledKeys(items)
    if (doubled !== undefined) {
      const at = items.findLastIndex(({ key }) => key === doubled)
      throw new Refused('bad_input', { fields: { [`items.${at}.key`]: texts.twice } })
    }
    const before = was?.items ?? []
    if (JSON.stringify(before) === JSON.stringify(items)) return { version: wanted.version }
    const version = wanted.version + 1
    await insertServiceList(db, { serviceKey: wanted.key, items, by: scope.userId }, { version, now })
    await recordAudit(db, {
      at: now,
      actorId: scope.userId,
      concerns: 'every market',
      action: 'save_service_checklist',
      subject: wanted.key,
      detail: { before: before.map(said), after: items.map(said) },
    })
    return { version }
  })
}

function itemOf({ key, kind, photo, wordsEn, wordsEs }: Wanted['items'][number]): ServiceItem {
  return {
    key: key ?? randomCode(randomBytes),
    kind,
    photo: kind === 'supply' ? 'none' : photo,
    words: { en: wordsEn, es: wordsEs },
  }
}

function said({ words, kind, photo }: ServiceItem): string {
  return [words.en, kind, photo].join(' · ')
}
