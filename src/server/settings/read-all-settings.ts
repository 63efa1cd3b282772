/** Every number of the business as an operator sees it. */
import { settingsBook } from '#domain/settings/book.ts'
import { admits, isSettingGroup, isSettingKey } from '#domain/settings/check.ts'
import { SETTING_GROUPS, SETTING_RULES } from '#domain/settings/groups.ts'
import type { SettingRule } from '#domain/settings/rule.ts'
import { settingGroupNames } from '#domain/settings/group-texts.ts'
import { settingSentences } from '#domain/settings/texts.ts'
import type { App } from '../app.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { findMarket, listSettings, namesOf } from './queries.ts'

/** `marketId` null asks for what holds where a market has nothing of its own. */
export async function readAllSettings(
  app: App,
  scope: OperatorScope,
  marketId: string | null = scope.marketId,
) {
  if (marketId !== null && marketId !== scope.marketId) throw new Refused('not_found', { at: 'marketId' })
  const now = app.ports.clock.now()
  const [rows, market] = await Promise.all([listSettings(app.db), findMarket(app.db, scope.marketId)])
  const names = await namesOf(
    app.db,
    rows.flatMap(({ writtenBy }) => writtenBy ?? []),
  )
  const inForce = settingsBook(rows).at(marketId, now)
  return {
    market,
    settings: Object.keys(SETTING_GROUPS)
      .filter(isSettingGroup)
      .flatMap((group) =>
        Object.keys(SETTING_GROUPS[group])
          .filter(isSettingKey)
          .map((key) => {
            const rule: SettingRule = SETTING_RULES[key]
            const dated = rows
              .filter((row) => row.key === key && row.marketId === marketId)
              .toSorted((one, other) => one.inForceFrom - other.inForceFrom || one.id - other.id)
              .flatMap(({ value, inForceFrom, writtenBy, createdAt }) =>
                value === null || admits(rule, value)
                  ? [
                      {
                        value,
                        inForceFrom,
                        writtenBy,
                        writerName: writtenBy === null ? null : (names.get(writtenBy) ?? null),
                        writtenAt: createdAt,
                      },
                    ]
                  : [],
              )
            return {
              key,
              group,
              groupName: settingGroupNames[scope.locale][group],
              sentence: settingSentences[scope.locale][key],
              kind: rule.kind,
              unit: 'unit' in rule ? rule.unit : null,
              minimum: 'unit' in rule ? rule.minimum : null,
              maximum: 'unit' in rule ? rule.maximum : null,
              choices: 'choices' in rule ? [...rule.choices] : [],
              byDefault: rule.byDefault,
              value: inForce[key],
              history: dated.filter((row) => row.inForceFrom <= now),
              upcoming: dated.filter((row) => row.inForceFrom > now),
            }
          }),
      ),
  }
}
