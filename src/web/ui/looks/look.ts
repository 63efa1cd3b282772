/**
 * How this device likes its pages: how dense, whether things move, whether single keys do something. Kept on the device
 * and not on the account: a desk and a phone differ, the person does not. `<html>` says it, and the styles do the rest.
 */
export type Look = {
  /** `auto`: compact for operators where there is room, comfortable for everybody else. */
  readonly density: 'auto' | 'comfortable' | 'compact'
  readonly motion: 'on' | 'off'
  readonly keys: 'on' | 'off'
}

const KEY = 'crew_look'
const USUAL: Look = { density: 'auto', motion: 'on', keys: 'on' }

export function readLook(): Look {
  try {
    const { density, motion, keys }: Partial<Record<keyof Look, unknown>> = JSON.parse(
      localStorage.getItem(KEY) ?? '{}',
    )
    return {
      density: density === 'comfortable' || density === 'compact' ? density : USUAL.density,
      motion: motion === 'off' ? 'off' : USUAL.motion,
      keys: keys === 'off' ? 'off' : USUAL.keys,
    }
  } catch {
    return USUAL
  }
}

export function keepLook(look: Look): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(look))
  } catch {
    // It holds until the page is left.
  }
}

export function wearLook({ density, motion }: Look, isForDesks: boolean): void {
  const { dataset } = document.documentElement
  dataset['density'] = density === 'auto' ? (isForDesks ? 'compact' : 'comfortable') : density
  dataset['motion'] = motion
}
