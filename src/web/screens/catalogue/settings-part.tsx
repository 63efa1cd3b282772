/** Every number of the business by group; one opens in the panel beside. */
import { useSearchParams } from 'react-router'
import { type Reply, useEndpoint } from '#web/api.ts'
import { useMay } from '#web/session/may.tsx'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { SettingPanel } from './setting-panel.tsx'
import { isChanged, type Setting } from './setting-values.ts'
import { SourceName, useShown } from './shown-setting.tsx'

type Read = Reply<'POST /api/get-settings'>

export function SettingsPart() {
  const [search, setSearch] = useSearchParams()
  const isEverywhere = search.get('where') === 'everywhere'
  const opened = search.get('setting')
  const read = useEndpoint('POST /api/get-settings', { body: isEverywhere ? { marketId: null } : {} })
  const put = (name: string, value: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === null || value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: name !== 'setting' || opened !== null },
    )
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <SkeletonCard rows={8} />
  const setting = read.data.settings.find(({ key }) => key === opened)
  return (
    <>
      <Filters read={read.data} search={search} put={put} />
      <div className={setting === undefined ? '' : 'grid items-start gap-4 xl:grid-cols-[1fr_28rem]'}>
        <Groups read={read.data} search={search} opened={opened} onOpen={(key) => put('setting', key)} />
        {setting !== undefined && (
          <SettingPanel
            key={`${setting.key} ${isEverywhere}`}
            setting={setting}
            market={read.data.market}
            isEverywhere={isEverywhere}
            onClose={() => put('setting', null)}
          />
        )}
      </div>
    </>
  )
}

type Put = (name: string, value: string | null) => void

function Filters({ read, search, put }: { read: Read; search: URLSearchParams; put: Put }) {
  const { settings: text } = useText().catalogue
  const isEverywhere = search.get('where') === 'everywhere'
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="min-w-60 flex-1">
          <TextField
            label={text.search}
            isLabelHidden
            type="search"
            placeholder={text.search}
            name="find"
            value={search.get('find') ?? ''}
            onChange={(value) => put('find', value)}
          />
        </div>
        <SelectField
          label={text.groups}
          isLabelHidden
          name="group"
          options={[
            { value: '', label: text.allGroups },
            ...[...new Map(read.settings.map(({ group, groupName }) => [group, groupName]))].map(
              ([value, label]) => ({ value, label }),
            ),
          ]}
          value={search.get('group') ?? ''}
          onChange={(value) => put('group', value)}
        />
        <ChipGroup
          label={text.where}
          isLabelHidden
          name="where"
          options={[
            { value: 'market', label: read.market.name },
            { value: 'everywhere', label: text.everywhere },
          ]}
          value={isEverywhere ? 'everywhere' : 'market'}
          onChange={(value) => put('where', value === 'everywhere' ? value : null)}
        />
        <CheckboxField
          label={text.onlyChanged}
          name="changed"
          value={search.get('changed') === 'yes'}
          onChange={(isOn) => put('changed', isOn ? 'yes' : null)}
        />
      </div>
      {isEverywhere && <p className="text-sm text-muted">{text.everywhereHint}</p>}
    </div>
  )
}

function Groups({
  read,
  search,
  opened,
  onOpen,
}: {
  read: Read
  search: URLSearchParams
  opened: string | null
  onOpen: (key: string) => void
}) {
  const { settings: text } = useText().catalogue
  const wanted = (search.get('find') ?? '').trim().toLocaleLowerCase()
  const shown = read.settings.filter(
    (setting) =>
      `${setting.sentence} ${setting.groupName} ${setting.key}`.toLocaleLowerCase().includes(wanted) &&
      (search.get('group') ?? setting.group) === setting.group &&
      (search.get('changed') !== 'yes' || isChanged(setting) || setting.upcoming.length > 0),
  )
  if (shown.length === 0) return <EmptyState icon="list" title={text.none} />
  return (
    <div className="grid gap-4">
      {[...Map.groupBy(shown, ({ groupName }) => groupName)].map(([name, settings]) => (
        <Card key={name} title={name} isFlush>
          <ul className="@container divide-y divide-line">
            {settings.map((setting) => (
              <Row
                key={setting.key}
                setting={setting}
                marketName={read.market.name}
                isEverywhere={search.get('where') === 'everywhere'}
                isOpened={setting.key === opened}
                onOpen={onOpen}
              />
            ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}

function Row({
  setting,
  marketName,
  isEverywhere,
  isOpened,
  onOpen,
}: {
  setting: Setting
  marketName: string
  isEverywhere: boolean
  isOpened: boolean
  onOpen: (key: string) => void
}) {
  const { settings: text, look } = useText().catalogue
  const canChange = useMay()('catalogue')
  const show = useShown(setting)
  return (
    <li
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 px-4 py-2 sm:px-5 @3xl:grid @3xl:grid-cols-[minmax(0,1fr)_14rem_11rem_auto] ${isOpened ? 'bg-sunken' : 'hover:bg-sunken'}`}
    >
      <span className="@max-3xl:basis-full">{setting.sentence}</span>
      <span className="nums font-semibold @3xl:text-right">{show(setting.value)}</span>
      <span
        className={`text-sm text-muted @max-3xl:order-last @max-3xl:basis-full ${isChanged(setting) ? '' : '@max-3xl:hidden'}`}
      >
        <SourceName setting={setting} marketName={marketName} isEverywhere={isEverywhere} />
      </span>
      <Button
        tone={isOpened ? 'primary' : 'quiet'}
        aria-label={canChange ? text.changeOf(setting.sentence) : look.of(setting.sentence)}
        aria-expanded={isOpened}
        onClick={() => onOpen(setting.key)}
      >
        {canChange ? text.change : look.look}
      </Button>
    </li>
  )
}
