/** The named cast: the same people in the demo city, in tests and in screenshots (product §7). */

export const DEMO_PASSWORD = 'demo-denver-2026'

export const DEMO_SIGN_INS = [
  {
    label: 'A customer',
    email: 'customer@demo.test',
    password: DEMO_PASSWORD,
    name: 'Maria Vargas',
    type: 'Customer',
  },
  { label: 'A crew', email: 'crew@demo.test', password: DEMO_PASSWORD, name: 'Devon Brooks', type: 'Crew' },
  {
    label: 'The operator',
    email: 'operator@demo.test',
    password: DEMO_PASSWORD,
    name: 'Ines Keller',
    type: 'Operator',
  },
  {
    label: 'A frozen crew',
    email: 'frozen@demo.test',
    password: DEMO_PASSWORD,
    name: 'Frank Osei',
    type: 'Crew',
  },
] as const
