/** Today's exception with its one action: it stands out, because nothing else on the page does. */
import type { Reply } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Attention } from '#web/ui/attention.tsx'
import { Banner, type BannerTone } from '#web/ui/banner.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { linkTo } from '#web/urls.ts'
import { useMovedText } from './moved-text.ts'
import type { VisitCard } from './visit-row.tsx'

type News = Reply<'GET /api/customer-summary'>['news'][number]

const looks = {
  access: { tone: 'danger', icon: 'lock' },
  answer: { tone: 'warn', icon: 'help' },
  late: { tone: 'warn', icon: 'clock' },
  missed: { tone: 'danger', icon: 'warning' },
  moved: { tone: 'info', icon: 'calendar' },
} as const satisfies Record<News['kind'], { tone: BannerTone; icon: IconName }>

export function DayNews({ news, visit, isFirst }: { news: News; visit: VisitCard; isFirst: boolean }) {
  const texts = useText().customer.home.news
  const format = useFormat()
  const services = useServices()
  const movedText = useMovedText()
  const { kind, expectedAt } = news
  const crew = visit.crewFirstName ?? texts.yourCrew
  const title = {
    access: texts.access(crew),
    answer: texts.answer(crew),
    late: expectedAt === null ? texts.late : texts.lateUntil(format.time(expectedAt, visit.timeZone)),
    missed: texts.missed,
    moved: movedText(visit.moved) ?? texts.moved,
  }[kind]
  const { tone, icon } = looks[kind]
  const Box = isFirst ? Attention : Banner
  return (
    <Box
      tone={tone}
      icon={icon}
      title={title}
      actions={
        <ButtonLink tone={isFirst ? 'primary' : 'secondary'} to={linkTo('visit', { visit_id: visit.id })}>
          {texts.act[kind]}
        </ButtonLink>
      }
    >
      {[services.name(visit.serviceKey), visit.propertyName, kind === 'moved' && format.longDay(visit.date)]
        .filter(Boolean)
        .join(' · ')}
    </Box>
  )
}
