/**
 * What happens when somebody is signed in, in the order and with the delays of seed §4 and §9. What it loads and shows
 * is handed in, so that the order can be tested without a network.
 */
import { whileLoading } from './loading.ts'

/** Seed §9. */
export const FIRST_LOAD_DELAY_MS = 100
export const SECOND_LOAD_DELAY_MS = 500

export type StartupUser = {
  type?: string
  lat?: number | null
  lng?: number | null
  frozen_until?: string | null
  frozen_notes?: string | null
}

type Load = () => Promise<unknown>
export type StartupPorts<User extends StartupUser> = {
  loadUser: () => Promise<User>
  isMobile: () => boolean
  startNativeLocation: () => void
  now: () => number
  showFrozen: (user: User) => void
  showPaymentMethodError: (sentence: string) => void
  /** Nothing came back: there is no network, or it lies. */
  isUnanswered: (error: unknown) => boolean
  log: (what: string, error: unknown) => void
  wait: (milliseconds: number) => Promise<void>
  load: {
    paymentMethod: () => Promise<{ error?: string }>
    propertyGroups: Load
    properties: Load
    pricing: Load
    jobRoutes: Load
    complexes: Load
    complexGroups: Load
  }
}

/** Resolves when everything was tried; only a failed user rejects, the rest is handled as seed §8 says. */
export async function startUp<User extends StartupUser>(ports: StartupPorts<User>): Promise<User> {
  const { load, log, wait } = ports
  const user = await whileLoading('user', ports.loadUser)
  if (ports.isMobile() && user.type === 'Crew') ports.startNativeLocation()
  if (isFrozen(user, ports.now())) ports.showFrozen(user)
  const logged = (what: string) => (error: unknown) => log(what, error)

  const first = wait(FIRST_LOAD_DELAY_MS).then(() =>
    Promise.all([
      loadPaymentMethod(ports),
      whileLoading('propertyGroups', load.propertyGroups).catch(logged('property groups')),
      whileLoading('properties', load.properties).catch(logged('properties')),
    ]),
  )
  const second = wait(SECOND_LOAD_DELAY_MS).then(() =>
    Promise.all([
      whileLoading('pricing', load.pricing).catch(logged('pricing')),
      user.lat || user.lng
        ? whileLoading('gettingJobs', load.jobRoutes).catch(logged('job routes'))
        : undefined,
      whileLoading('complexes', load.complexes).catch(logged('complexes')),
      whileLoading('complexGroups', load.complexGroups).catch(logged('complex groups')),
    ]),
  )
  await Promise.all([first, second])
  return user
}

/** Seed §4: frozen while the current time is before `frozen_until`. */
export function isFrozen(user: StartupUser, now: number): boolean {
  return Boolean(user.frozen_until) && now < Date.parse(user.frozen_until ?? '')
}

async function loadPaymentMethod<User extends StartupUser>(ports: StartupPorts<User>): Promise<void> {
  try {
    const { error } = await whileLoading('customer', ports.load.paymentMethod)
    if (error) ports.showPaymentMethodError(error)
  } catch (error) {
    // Without an answer nothing is known of the payment method: it is asked again with the next start.
    if (ports.isUnanswered(error)) ports.log('payment method', error)
    else ports.showPaymentMethodError(error instanceof Error ? error.message : String(error))
  }
}
