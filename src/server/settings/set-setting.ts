/** An operator changes one number of the business, from a moment on. */
import { type SettingRow, settingsBook } from '#domain/settings/book.ts'
import { conflictingPairs, isSettingKey, problemOfSetting } from '#domain/settings/check.ts'
import { SETTING_RULES, type SettingKey } from '#domain/settings/groups.ts'
import type { SettingRule } from '#domain/settings/rule.ts'
import { settingSentences } from '#domain/settings/texts.ts'
import { formatInstant, type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { checkEveryCity } from '../http/role-queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { insertSetting, listSettings, type WrittenSetting } from './queries.ts'
import { forgetSettings } from './read-settings.ts'
import { settingTexts } from './texts.ts'

type Wanted = {
  /** Null changes it wherever a market has none of its own. */
  readonly marketId: string | null
  readonly key: string
  readonly value: unknown
  /** Null is at once. */
  readonly inForceFrom: Instant | null
}

/** Throws `bad_input` with the field that is wrong. What held before and what will hold stand in the audit log. */
export async function setSetting(app: App, scope: OperatorScope, wanted: Wanted): Promise<void> {
  const now = app.ports.clock.now()
  const setting = check(scope, wanted, now)
  await inTransaction(app.db, async (db) => {
    if (setting.marketId === null) await checkEveryCity(db, scope, 'catalogue')
    const rows = await listSettings(db)
    checkBounds(scope, rows, setting)
    const before = settingsBook(rows).at(setting.marketId, setting.inForceFrom)[setting.key]
    await insertSetting(db, setting, { by: scope.userId, at: now })
    await recordAudit(db, {
      at: now,
      actorId: scope.userId,
      ...(setting.marketId === null ? { concerns: 'every market' as const } : {}),
      action: 'set_setting',
      subject: setting.key,
      detail: {
        marketId: setting.marketId,
        before,
        after: setting.value,
        inForceFrom: formatInstant(setting.inForceFrom),
      },
    })
  })
  forgetSettings(app.db)
}

function check(scope: OperatorScope, wanted: Wanted, now: Instant): WrittenSetting {
  const texts = settingTexts[scope.locale]
  const { marketId, key, value } = wanted
  if (marketId !== null && marketId !== scope.marketId) throw wrong('marketId', texts.unknownMarket)
  if (!isSettingKey(key)) throw wrong('key', texts.unknownKey)
  const inForceFrom = wanted.inForceFrom ?? now
  if (inForceFrom < now) throw wrong('inForceFrom', texts.inThePast)
  const rule: SettingRule = SETTING_RULES[key]
  const problem = value === null ? null : problemOfSetting(rule, value)
  if (problem !== null) throw wrong('value', texts[problem](rangeOf(rule)))
  return { marketId, key, value, inForceFrom }
}

/** In the market that is changed, and in each that a change of all reaches. */
function checkBounds(scope: OperatorScope, rows: readonly SettingRow[], setting: WrittenSetting): void {
  const newest: SettingRow = { ...setting, id: Number.MAX_SAFE_INTEGER }
  const after = settingsBook([...rows, newest])
  const reached = setting.marketId === null ? [null, ...rows.map((row) => row.marketId)] : [setting.marketId]
  for (const marketId of new Set(reached))
    for (const { from, settings } of after.timeline(marketId)) {
      const [pair] = from < setting.inForceFrom ? [] : conflictingPairs(settings, setting.key)
      if (pair !== undefined) throw wrong('value', boundsSentence(scope, pair))
    }
}

function boundsSentence(scope: OperatorScope, [least, most]: readonly [SettingKey, SettingKey]): string {
  const sentences = settingSentences[scope.locale]
  return settingTexts[scope.locale].conflict(sentences[least], sentences[most])
}

function rangeOf(rule: SettingRule) {
  return 'unit' in rule ? rule : { unit: 'count' as const, minimum: 0, maximum: 0 }
}

function wrong(field: keyof Wanted, sentence: string): Refused {
  return new Refused('bad_input', { fields: { [field]: sentence } })
}
