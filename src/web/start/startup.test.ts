import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isLoading } from './loading.ts'
import {
  FIRST_LOAD_DELAY_MS,
  isFrozen,
  SECOND_LOAD_DELAY_MS,
  type StartupPorts,
  type StartupUser,
  startUp,
} from './startup.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

type Ports = StartupPorts<StartupUser>

function portsFor(
  user: StartupUser,
  change: Partial<Omit<Ports, 'load'>> & { load?: Partial<Ports['load']> } = {},
) {
  const happened: string[] = []
  const note = (what: string) => async () => {
    happened.push(`${Date.now() - 1_000_000} ${what}`)
    return {}
  }
  const ports: Ports = {
    loadUser: async () => {
      await note('user')()
      return user
    },
    isMobile: () => false,
    startNativeLocation: () => void note('native location')(),
    now: Date.now,
    showFrozen: () => void note('frozen')(),
    showPaymentMethodError: (sentence) => void note(`payment error: ${sentence}`)(),
    isUnanswered: () => false,
    log: (what) => void note(`logged ${what}`)(),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    ...change,
    load: {
      paymentMethod: note('payment method'),
      propertyGroups: note('property groups'),
      properties: note('properties'),
      pricing: note('pricing'),
      jobRoutes: note('job routes'),
      complexes: note('complexes'),
      complexGroups: note('complex groups'),
      ...change.load,
    },
  }
  return { ports, happened }
}

test('§4 startup: everything happens in the order and with the delays that are given', async () => {
  const { ports, happened } = portsFor(
    { type: 'Crew', lat: 39.7, lng: null, frozen_until: new Date(1_000_001).toISOString() },
    { isMobile: () => true },
  )
  const started = startUp(ports)
  await vi.runAllTimersAsync()
  await started
  expect(happened).toEqual([
    '0 user',
    '0 native location',
    '0 frozen',
    '100 payment method',
    '100 property groups',
    '100 properties',
    '500 pricing',
    '500 job routes',
    '500 complexes',
    '500 complex groups',
  ])
})

test('§4 job routes: without a position there are none, and a customer on a phone is not asked for one', async () => {
  const { ports, happened } = portsFor({ type: 'Customer', lat: null, lng: null }, { isMobile: () => true })
  const started = startUp(ports)
  await vi.runAllTimersAsync()
  await started
  expect(happened).not.toContain('0 native location')
  expect(happened).not.toContain('500 job routes')
})

test('§6 native location: a crew in an ordinary browser is not asked for a location', async () => {
  const { ports, happened } = portsFor({ type: 'Crew', lat: 1, lng: 1 })
  const started = startUp(ports)
  await vi.runAllTimersAsync()
  await started
  expect(happened).not.toContain('0 native location')
})

test('§8 logged failures: places and prices are only logged while a payment method says what is wrong', async () => {
  const fail = async () => {
    throw new Error('no answer')
  }
  const { ports, happened } = portsFor(
    { type: 'Customer' },
    {
      load: {
        properties: fail,
        propertyGroups: fail,
        complexes: fail,
        complexGroups: fail,
        pricing: fail,
        paymentMethod: async () => ({ error: 'Your card expired.' }),
      },
    },
  )
  const started = startUp(ports)
  await vi.runAllTimersAsync()
  await started
  expect(happened.toSorted()).toEqual(
    [
      '0 user',
      '100 payment error: Your card expired.',
      '100 logged property groups',
      '100 logged properties',
      '500 logged pricing',
      '500 logged complexes',
      '500 logged complex groups',
    ].toSorted(),
  )
})

test('§4 loading flags: a flag is up exactly while its resource loads', async () => {
  let finish = () => undefined as void
  const { ports } = portsFor(
    { type: 'Customer' },
    { load: { properties: () => new Promise<void>((resolve) => (finish = resolve)) } },
  )
  const started = startUp(ports)
  await vi.advanceTimersByTimeAsync(150)
  expect(isLoading('properties')).toBe(true)
  expect(isLoading('pricing')).toBe(false)
  finish()
  await vi.runAllTimersAsync()
  await started
  expect(isLoading('properties')).toBe(false)
})

test('§4 loading flags: there is one for each resource, by its name', async () => {
  const never = () => new Promise<never>(() => undefined)
  const { ports } = portsFor(
    { type: 'Crew', lat: 39.7, lng: -105 },
    {
      load: {
        paymentMethod: never,
        propertyGroups: never,
        properties: never,
        pricing: never,
        jobRoutes: never,
        complexes: never,
        complexGroups: never,
      },
    },
  )
  void startUp({ ...ports, loadUser: never })
  await vi.advanceTimersByTimeAsync(0)
  expect(isLoading('user')).toBe(true)
  void startUp(ports)
  await vi.advanceTimersByTimeAsync(FIRST_LOAD_DELAY_MS)
  const first = ['customer', 'propertyGroups', 'properties'] as const
  const second = ['pricing', 'gettingJobs', 'complexes', 'complexGroups'] as const
  expect(first.map(isLoading)).toEqual([true, true, true])
  expect(second.map(isLoading)).toEqual([false, false, false, false])
  await vi.advanceTimersByTimeAsync(SECOND_LOAD_DELAY_MS - FIRST_LOAD_DELAY_MS)
  expect(second.map(isLoading)).toEqual([true, true, true, true])
})

test('§9 start-up delays: 100 ms and 500 ms', () => {
  expect([FIRST_LOAD_DELAY_MS, SECOND_LOAD_DELAY_MS]).toEqual([100, 500])
})

test.each([
  [{ lat: 39.7, lng: null }, true],
  [{ lat: null, lng: -105 }, true],
  [{ lat: 0, lng: 0 }, false],
  [{ lat: null, lng: null }, false],
])('§4 job routes: with %j they load: %s', async (position, expected) => {
  const { ports, happened } = portsFor({ type: 'Crew', ...position })
  const started = startUp(ports)
  await vi.runAllTimersAsync()
  await started
  expect(happened.includes('500 job routes')).toBe(expected)
})

test('a user that cannot be loaded stops the start-up', async () => {
  const { ports, happened } = portsFor({}, { loadUser: () => Promise.reject(new Error('away')) })
  await expect(startUp(ports)).rejects.toThrow('away')
  await vi.runAllTimersAsync()
  expect(happened).toEqual([])
})

test.each([
  [undefined, false],
  [null, false],
  ['2026-03-08T08:59:59Z', false],
  ['2026-03-08T09:00:00Z', false],
  ['2026-03-08T09:00:01Z', true],
])('§4 frozen: until %s, at nine: %s', (frozen_until, expected) => {
  expect(isFrozen({ frozen_until }, Date.parse('2026-03-08T09:00:00Z'))).toBe(expected)
})

test('ux 2: a payment method that nobody answered for is asked for later, and nothing is said', async () => {
  const away = () => Promise.reject(new Error('no network'))
  const { ports, happened } = portsFor(
    { type: 'Customer' },
    { isUnanswered: () => true, load: { paymentMethod: away } },
  )
  const started = startUp(ports)
  await vi.runAllTimersAsync()
  await started
  expect(happened.filter((line) => line.includes('payment'))).toEqual(['100 logged payment method'])
})
