/** Texts of referrals, as operators decide on them. */
export const referralDesk = {
  title: 'Referrals',
  subtitle: 'Sponsors who share something with whom they brought',
  filter: 'Which referrals',
  states: { parked: 'To decide', refused: 'Refused', approved: 'Approved' },
  none: {
    parked: 'No referrals waiting',
    refused: 'No referrals refused',
    approved: 'No referrals approved yet',
  },
  noneHelp:
    'When a sponsor and a newcomer share an address or a device, their commissions wait here for you.',
  more: 'Show more',
  who: (sponsor: string, brought: string) => `${sponsor} brought ${brought}`,
  types: { Customer: 'customer', Crew: 'crew' },
  found: (when: string) => `Found ${when}`,
  byRule: 'Refused by the rule: two people do not share this.',
  decided: (who: string, when: string, note: string) => `${who}, ${when}: ${note}`,
  unpaid: (amount: string) => `${amount} not paid yet`,
  paid: (amount: string) => `${amount} paid already`,
  takenBack: (amount: string) => `${amount} taken back`,
  reasons: {
    sponsor_is_same_person: 'Same person',
    sponsor_shares_phone: 'Same phone',
    sponsor_shares_card: 'Same card',
    sponsor_shares_payout_account: 'Same bank account',
    sponsor_shares_address: 'Same address',
    sponsor_shares_device: 'Same device',
  },
  note: 'Why',
  noteHint: 'Kept with the decision. Neither of them sees it.',
  approve: {
    submit: 'Approve',
    title: (sponsor: string, brought: string) => `Let ${sponsor} sponsor ${brought}?`,
    body: (amount: string) =>
      `Commissions continue, and what they share no longer counts. What was taken back comes back: ${amount}.`,
    done: 'Approved. Commissions continue.',
  },
  refuse: {
    submit: 'Refuse',
    title: (sponsor: string, brought: string) => `Stop ${sponsor} from sponsoring ${brought}?`,
    body: (amount: string) =>
      `What is not paid yet is taken back: ${amount}. Nothing more is earned. What is paid stays paid.`,
    done: 'Refused. What was not paid is taken back.',
  },
}
