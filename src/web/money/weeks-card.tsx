/** Week by week: a chart to see how it goes, and the same as a list in which each week says where its money went. */
import { useState } from 'react'
import { yearOf } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Money } from '#web/ui/money.tsx'
import { useWeekText } from './payout-texts.ts'
import { YearFile } from './year-file.tsx'

type Weeks = Reply<'GET /api/crew-payments'>['weeks']
type Week = Weeks[number]
/** Of an account that was merged into one's own; null for one's own. */
type Account = Pick<Reply<'GET /api/crew-payments'>, 'account'>['account']

export function WeeksCard({ weeks, account }: { weeks: Weeks; account: Account }) {
  const { earnings } = useText().money
  return (
    <Card title={earnings.weeks} actions={<YearDownloads weeks={weeks} account={account} />} isFlush>
      <p className="px-4 pb-3 text-sm text-muted sm:px-5">{earnings.weeksHint}</p>
      {weeks.length > 1 && <WeekChart weeks={weeks.toReversed()} />}
      <List label={earnings.weeks}>
        {weeks
          .filter((week) => week.payouts.length > 0)
          .map((week) => (
            <WeekRow key={week.weekStart} week={week} />
          ))}
      </List>
    </Card>
  )
}

/** Oldest first. Each bar is a button that says its week; the list below is the same in words. */
function WeekChart({ weeks }: { weeks: Weeks }) {
  const { earnings } = useText().money
  const format = useFormat()
  const [chosen, choose] = useState<string>()
  const last = weeks.at(-1)
  const most = Math.max(1, ...weeks.map((week) => week.earnedCents))
  const shown = weeks.find((week) => week.weekStart === chosen) ?? last
  return (
    <div className="grid gap-2 px-4 pb-4 sm:px-5">
      <p aria-live="polite" className="nums text-sm font-semibold">
        {shown && `${earnings.weekOf(format.date(shown.weekStart))}: ${format.money(shown.earnedCents)}`}
      </p>
      <fieldset aria-label={earnings.weeks} className="flex h-32 items-stretch gap-1 border-b border-line">
        {weeks.map((week) => (
          <button
            key={week.weekStart}
            type="button"
            aria-pressed={week === shown}
            aria-label={`${earnings.weekOf(format.date(week.weekStart))}: ${format.money(week.earnedCents)}`}
            onClick={() => choose(week.weekStart)}
            className="min-w-0 flex-1 rounded-t-md hover:bg-sunken"
          >
            <Bar share={week.earnedCents / most} isShown={week === shown} />
          </button>
        ))}
      </fieldset>
      <p aria-hidden="true" className="nums flex justify-between text-sm text-muted">
        <span>{weeks[0] && format.day(weeks[0].weekStart)}</span>
        <span>{last && format.day(last.weekStart)}</span>
      </p>
    </div>
  )
}

/** Also a week without pay has a foot to stand on. */
function Bar({ share, isShown }: { share: number; isShown: boolean }) {
  const height = Math.max(2, share * 100)
  return (
    <svg aria-hidden="true" viewBox="0 0 10 100" preserveAspectRatio="none" className="size-full">
      <rect
        y={100 - height}
        width={10}
        height={height}
        className={isShown ? 'fill-accent' : 'fill-field-line'}
      />
    </svg>
  )
}

function WeekRow({ week }: { week: Week }) {
  const { earnings } = useText().money
  const format = useFormat()
  const weekText = useWeekText()
  const facts = [
    earnings.visits(week.visitCount),
    week.tipCents > 0 && earnings.tips(format.money(week.tipCents)),
  ].filter((fact) => fact !== false)
  return (
    <ListRow
      title={earnings.weekOf(format.date(week.weekStart))}
      detail={
        <>
          <span className="block">{facts.join(' · ')}</span>
          <span className="nums block">{weekText(week)}</span>
        </>
      }
      end={<Money amountCents={week.earnedCents} />}
    />
  )
}

/** The years of the weeks that are shown, as tables to keep. */
function YearDownloads({ weeks, account }: { weeks: Weeks; account: Account }) {
  const { money } = useText()
  const years = [...new Set(weeks.map(({ weekStart }) => yearOf(weekStart)))]
  return years.map((year) => (
    <YearFile
      key={year}
      kind="earnings"
      year={year}
      account={account?.id}
      label={money.earnings.yearAsCsv(year)}
    >
      {money.earnings.csv(year)}
    </YearFile>
  ))
}
