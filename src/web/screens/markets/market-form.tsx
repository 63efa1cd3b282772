/** A city's ground, drawn or pasted, and its facts; all of it is saved at once. */
import { lazy, Suspense } from 'react'
import { type Area, canBeMiddle } from '#domain/markets/area.ts'
import { areaSentence, areaTexts } from '#domain/markets/area-texts.ts'
import { checkedArea, isAreaFault } from '#domain/markets/check-area.ts'
import { areaAround } from '#domain/markets/circle.ts'
import { cornersOf } from '#domain/markets/edit-area.ts'
import { useAction } from '#web/api.ts'
import { Newer, useBasis } from '#web/desk/basis.tsx'
import { useServices } from '#web/jobs/services.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { type Draft, useDraft } from '#web/ui/forms/draft.ts'
import { useFieldError } from '#web/ui/forms/form-state.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { maskPhone } from '#web/ui/forms/phone.ts'
import { PhoneField } from '#web/ui/forms/phone-field.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { AreaMap } from './area-map.tsx'
import type { Market } from './market-type.ts'
import { placeFromText } from './place-from-text.ts'
import { zoneOptions } from './zones.ts'

/** Few open it. */
const GeoJson = lazy(async () => ({ default: (await import('./geojson.tsx')).GeoJson }))

type Values = {
  area: Area
  name: string
  timeZone: string
  middle: string
  supportEmail: string
  supportPhone: string
  isEverything: boolean
  serviceKeys: readonly string[]
}

/** Until somebody says where the city is. */
const MIDDLE_OF_COUNTRY = { lat: 39, lng: -98 }
const FIRST_CIRCLE_FEET = 79_200

export function MarketForm({ market, hasArea }: { market: Market; hasArea: boolean }) {
  const { markets: texts } = useText()
  const save = useAction('POST /api/save-market', { refreshes: ['GET /api/market', 'GET /api/markets'] })
  const draft = useDraft<Values>(valuesOf(market))
  const basis = useBasis({
    current: market,
    draft,
    valuesOf,
    markOf: ({ version }) => version,
    labels: {
      area: texts.area,
      name: texts.name,
      timeZone: texts.zone,
      middle: texts.middleShort,
      supportEmail: texts.supportEmail,
      supportPhone: texts.supportPhone,
      serviceKeys: texts.services,
    },
    read: 'GET /api/market',
  })
  const submit = async () => {
    const { area, middle, isEverything, serviceKeys, supportEmail, supportPhone, ...rest } = draft.values
    const center = placeFromText(middle)
    if (center === null) throw new FormRefusal(texts.middleNeeded, { middle: texts.middleNeeded })
    if (area.length > 0 && !canBeMiddle(area, center))
      throw new FormRefusal(texts.middleOutside, { middle: texts.middleOutside })
    const body = {
      ...rest,
      marketId: market.id,
      version: basis.base.version,
      center,
      area: { type: 'MultiPolygon' as const, coordinates: area },
      serviceKeys: isEverything ? null : [...serviceKeys],
      supportEmail: supportEmail || null,
      supportPhone: supportPhone || null,
    }
    await basis.save(() => save.mutateAsync({ body }))
    showToast(texts.saved)
  }
  return (
    <Form onSubmit={submit} submitLabel={texts.save} label={market.name}>
      <Newer basis={basis} />
      <div className={`grid grid-cols-1 items-start gap-4 ${hasArea ? 'lg:grid-cols-[1fr_22rem]' : ''}`}>
        {hasArea && <AreaPart market={market} draft={draft} />}
        <FactsPart market={market} draft={draft} />
      </div>
    </Form>
  )
}

function valuesOf(market: Market): Values {
  return {
    area: market.area ?? [],
    name: market.name,
    timeZone: market.timeZone,
    middle: market.center === null ? '' : `${market.center.lat}, ${market.center.lng}`,
    supportEmail: market.supportEmail ?? '',
    supportPhone: maskPhone(market.supportPhone ?? ''),
    isEverything: market.serviceKeys === null,
    serviceKeys: market.serviceKeys ?? [],
  }
}

/** For whoever may change nothing: buttons of a map in a form that is closed would be closed as well. */
export function SeenArea({ market }: { market: Market }) {
  const { markets: texts } = useText()
  const area = market.area ?? []
  return (
    <Card title={texts.area}>
      <div className="grid gap-3">
        <AreaMap
          area={area}
          others={market.others}
          center={market.center ?? MIDDLE_OF_COUNTRY}
          label={texts.area}
          texts={texts}
        />
        <p className="text-sm text-muted">{texts.size(cornersOf(area).length)}</p>
      </div>
    </Card>
  )
}

type PartProps = { market: Market; draft: Draft<Values> }

function AreaPart({ market, draft }: PartProps) {
  const { markets: texts } = useText()
  const language = useLanguage()
  const { area } = draft.values
  const center = placeFromText(draft.values.middle) ?? MIDDLE_OF_COUNTRY
  const checked = checkedArea(area)
  // What only the server knows: the ground of other cities.
  const { error, clear } = useFieldError('area')
  const change = (changed: Area) => {
    clear()
    draft.set({ area: changed })
  }
  return (
    <Card
      title={texts.area}
      actions={
        <Button tone="quiet" onClick={() => change(areaAround(center, FIRST_CIRCLE_FEET))}>
          {texts.startAgain}
        </Button>
      }
    >
      <div className="grid gap-3">
        <p className="text-muted">{texts.areaBody}</p>
        <AreaMap
          area={area}
          others={market.others}
          center={center}
          label={texts.area}
          texts={texts}
          onChange={change}
        />
        {error !== undefined && <Banner tone="danger">{error}</Banner>}
        {isAreaFault(checked) ? (
          <Banner tone="warn">{areaSentence(areaTexts[language], checked)}</Banner>
        ) : (
          <p className="text-sm text-muted">{texts.size(cornersOf(area).length)}</p>
        )}
        <Suspense fallback={null}>
          <GeoJson key={JSON.stringify(area)} area={area} onTake={change} />
        </Suspense>
      </div>
    </Card>
  )
}

function FactsPart({ market, draft }: PartProps) {
  const { markets: texts } = useText()
  return (
    <Card title={texts.facts}>
      <div className="grid gap-4">
        <TextField label={texts.name} maxLength={60} {...draft.field('name')} />
        <SelectField
          label={texts.zone}
          hint={texts.zoneHint}
          isDisabled={market.state !== 'waitlist'}
          options={zoneOptions(draft.values.timeZone)}
          {...draft.field('timeZone')}
        />
        <TextField label={texts.middleShort} hint={texts.middleHint} {...draft.field('middle')} />
        <TextField label={texts.supportEmail} type="email" isOptional {...draft.field('supportEmail')} />
        <PhoneField label={texts.supportPhone} isOptional {...draft.field('supportPhone')} />
        <ServicesPart draft={draft} />
      </div>
    </Card>
  )
}

function ServicesPart({ draft }: { draft: Draft<Values> }) {
  const { markets: texts } = useText()
  const services = useServices()
  const { isEverything, serviceKeys } = draft.values
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{texts.services}</legend>
      <CheckboxField label={texts.everyService} {...draft.field('isEverything')} />
      {!isEverything &&
        services.all.map(({ key }) => (
          <CheckboxField
            key={key}
            label={services.name(key)}
            name={`service-${key}`}
            value={serviceKeys.includes(key)}
            onChange={(isOn) =>
              draft.set({
                serviceKeys: isOn ? [...serviceKeys, key] : serviceKeys.filter((each) => each !== key),
              })
            }
          />
        ))}
    </fieldset>
  )
}
