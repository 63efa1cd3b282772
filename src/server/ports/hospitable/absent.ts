/** Where no keys are set: customers are told so, and nothing is asked of anybody. */
import { type Hospitable, HospitableFailure } from './port.ts'

export function createAbsentHospitable(): Hospitable {
  const refuse = () => {
    throw new HospitableFailure('unavailable', 'the keys of Hospitable are not set')
  }
  return {
    isConfigured: false,
    demo: null,
    authorizeUrl: refuse,
    exchangeCode: async () => refuse(),
    refreshTokens: async () => refuse(),
    readUser: async () => refuse(),
    listProperties: async () => refuse(),
    listReservations: async () => refuse(),
  }
}
