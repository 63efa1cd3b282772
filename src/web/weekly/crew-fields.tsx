/** Who is asked first at the places of many weekly services, and who after that. */
import { useEndpoint } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import type { Draft } from '#web/ui/forms/draft.ts'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { BulkDraft } from './bulk-draft.ts'

const CHOICES = ['first', 'second', 'third'] as const

export function CrewFields({ draft }: { draft: Draft<BulkDraft> }) {
  const { bulk: texts } = useText().weeklyList
  const read = useEndpoint('GET /api/known-crews')
  if (read.isLoadingError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (read.data === undefined) return <Skeleton rows={3} />
  const { data } = read
  if (data.crews.length === 0) return <Banner tone="info">{texts.noCrews}</Banner>
  const chosenIn = (other: (typeof CHOICES)[number]) => draft.values[other]
  return (
    <>
      <p className="text-muted">{texts.crewsHint}</p>
      {CHOICES.map((choice, index) => (
        <SelectField
          key={choice}
          label={texts.crewChoices[choice]}
          {...draft.field(choice)}
          isOptional
          {...(index === 0 && { name: 'change.crewIds' })}
          options={[
            { value: '', label: index === 0 ? texts.nobodyFirst : texts.nobodyElse },
            // Whoever is named before cannot come after, too.
            ...data.crews
              .filter(({ crewId }) => !CHOICES.slice(0, index).some((other) => chosenIn(other) === crewId))
              .map(({ crewId, firstName, stars }) => ({
                value: crewId,
                label: stars === null ? firstName : texts.crewWithStars(firstName, stars.toFixed(1)),
              })),
          ]}
        />
      ))}
    </>
  )
}
