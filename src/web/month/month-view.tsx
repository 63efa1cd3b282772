/** A portfolio seen at once: all places of a customer over a month, or over a week where there is little room. */
import { useCallback, useEffect } from 'react'
import { isId, type PropertyGroupId } from '#domain/ids.ts'
import { addDays } from '#domain/time.ts'
import { useEndpoint } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ListAndDetail } from '#web/ui/dialogs/panes.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { useIsDesk } from '#web/ui/looks/desk.ts'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { DayDetail } from './day-detail.tsx'
import { Legend } from './legend.tsx'
import { MonthGrid } from './month-grid.tsx'
import { useShownMonth } from './shown-month.ts'

type Shown = ReturnType<typeof useShownMonth>

const PLACES_AT_ONCE = 100
const NO_GROUP = 'none'

export function MonthView() {
  const texts = useText().month
  const format = useFormat()
  const isNarrow = !useIsDesk()
  const shown = useShownMonth()
  const pages = usePlaces(shown)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const goOn = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  // What is wrong is counted over all places, not over those that were scrolled to.
  useEffect(() => {
    if (shown.isOnlyTroubled && !isFetchNextPageError) goOn()
  }, [shown.isOnlyTroubled, isFetchNextPageError, goOn])
  const days = isNarrow ? shown.weekDays : shown.days
  const count = (place: (typeof pages.rows)[number]) =>
    place.troubles.filter(({ date }) => days.includes(date)).length
  const places = shown.isOnlyTroubled ? pages.rows.filter((place) => count(place) > 0) : pages.rows
  const { open } = shown
  const openPlace = open && pages.rows.find(({ id }) => id === open.placeId)
  const close = () => shown.set({ day: null, place: null })
  return (
    <div className="grid grid-cols-1 gap-4">
      <MonthBar shown={shown} isNarrow={isNarrow} />
      <Filters shown={shown} />
      {pages.isPending && <SkeletonCard rows={8} />}
      {pages.isLoadingError && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isSuccess && (
        <ListAndDetail detail={openPlace && <DayDetail place={openPlace} day={open.day} onClose={close} />}>
          <p aria-live="polite" className="text-sm">
            {texts.summary(
              pages.rows.reduce((sum, place) => sum + count(place), 0),
              pages.rows.length,
              pages.first?.totalCount ?? 0,
            )}
          </p>
          {places.length === 0 && !hasNextPage ? (
            <Card>
              <EmptyState icon="calendar" title={shown.isOnlyTroubled ? texts.noTroubles : texts.noPlaces} />
            </Card>
          ) : (
            <MonthGrid
              key={isNarrow ? 'week' : 'month'}
              label={texts.grid(format.month(shown.month.from))}
              places={places}
              totalCount={shown.isOnlyTroubled ? places.length : (pages.first?.totalCount ?? 0)}
              days={days}
              today={shown.today}
              isNarrow={isNarrow}
              open={open}
              onOpen={(place, day) => shown.set({ day, place: place.id })}
              onEndReached={goOn}
            />
          )}
          <Legend />
        </ListAndDetail>
      )}
    </div>
  )
}

function usePlaces({ month, group }: Shown) {
  const groupId =
    group === NO_GROUP ? null : group !== null && isId<PropertyGroupId>(group) ? group : undefined
  const body = { month: month.from, limit: PLACES_AT_ONCE, ...(groupId === undefined ? {} : { groupId }) }
  return useEndpointPages('POST /api/get-portfolio-month', { body }, (page) => page.places, {
    keepsPrevious: true,
  })
}

function MonthBar({ shown, isNarrow }: { shown: Shown; isNarrow: boolean }) {
  const texts = useText().month
  const format = useFormat()
  const { month, week, isThisMonth, today, goTo, goToWeek } = shown
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-2">
        <IconButton
          icon="chevron-left"
          tone="secondary"
          label={texts.before}
          onClick={() => goTo(addDays(month.from, -1))}
        />
        <div className="grid justify-items-center text-center">
          <h2 className="font-semibold" aria-live="polite">
            {format.month(month.from)}
          </h2>
          {!isThisMonth && (
            <Button tone="quiet" onClick={() => goTo(today)}>
              {texts.thisMonth}
            </Button>
          )}
        </div>
        <IconButton
          icon="chevron-right"
          tone="secondary"
          label={texts.after}
          onClick={() => goTo(addDays(month.to, 1))}
        />
      </div>
      {isNarrow && (
        <div className="flex items-center justify-between gap-2">
          <IconButton
            icon="chevron-left"
            label={texts.weekBefore}
            onClick={() => goToWeek(addDays(week, -7))}
          />
          <p className="text-sm" aria-live="polite">
            {format.dateRange(week, addDays(week, 6))}
          </p>
          <IconButton
            icon="chevron-right"
            label={texts.weekAfter}
            onClick={() => goToWeek(addDays(week, 7))}
          />
        </div>
      )}
    </div>
  )
}

function Filters({ shown }: { shown: Shown }) {
  const texts = useText().month
  const groups = useEndpoint('GET /api/property-groups').data ?? []
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-1">
      {groups.length > 0 && (
        <div className="w-full sm:w-72">
          <SelectField
            label={texts.group}
            name="group"
            value={shown.group ?? ''}
            onChange={(group) => shown.set({ group: group === '' ? null : group })}
            options={[
              { value: '', label: texts.allGroups },
              ...groups.map(({ id, name }) => ({ value: id, label: name })),
              { value: NO_GROUP, label: texts.noGroup },
            ]}
          />
        </div>
      )}
      <CheckboxField
        label={texts.onlyTroubled}
        name="only"
        value={shown.isOnlyTroubled}
        onChange={(isOn) => shown.set({ only: isOn ? 'troubles' : null })}
      />
    </div>
  )
}
