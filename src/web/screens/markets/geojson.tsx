/** An area as text: the way without a map, and the way in for areas that others have drawn. */
import { useState } from 'react'
import type { Area } from '#domain/markets/area.ts'
import { areaSentence, areaTexts } from '#domain/markets/area-texts.ts'
import { areaFromGeoJson, isAreaFault } from '#domain/markets/check-area.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-field.tsx'

export function GeoJson({ area, onTake }: { area: Area; onTake: (area: Area) => void }) {
  const { markets: texts } = useText()
  const language = useLanguage()
  const [text, setText] = useState(() => JSON.stringify({ type: 'MultiPolygon', coordinates: area }))
  const [fault, setFault] = useState<string>()
  const take = () => {
    const read = areaFromGeoJson(parsed(text))
    if (isAreaFault(read)) setFault(areaSentence(areaTexts[language], read))
    else onTake(read)
  }
  return (
    <details className="rounded-xl border border-line">
      <summary className="min-h-11 cursor-pointer px-4 py-2.5 font-medium">{texts.geojson}</summary>
      <div className="grid gap-3 px-4 pb-4">
        <TextArea
          label={texts.geojson}
          isLabelHidden
          hint={texts.geojsonHint}
          error={fault}
          name="geojson"
          rows={6}
          value={text}
          onChange={(value) => {
            setFault(undefined)
            setText(value)
          }}
        />
        <Button onClick={take}>{texts.takeGeojson}</Button>
      </div>
    </details>
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
