/** Weeks run Monday to Sunday and payouts by what is available: these say where each week went. */
export const payoutTexts = {
  inPayouts: {
    of: (total: string, parts: string) => `Of this week’s ${total}, ${parts}.`,
    part: {
      paid: (amount: string, day: string) => `${amount} is in the payout of ${day}`,
      sent: (amount: string, day: string) => `${amount} is on its way with the payout of ${day}`,
      next: (amount: string, day: string) => `${amount} comes with the payout of ${day}`,
      later: (amount: string, day: string) => `${amount} comes by the payout of ${day}`,
    },
    all: {
      paid: (day: string) => `All of it is in the payout of ${day}.`,
      sent: (day: string) => `All of it is on its way with the payout of ${day}.`,
      next: (day: string) => `All of it comes with the payout of ${day}.`,
      later: (day: string) => `All of it comes by the payout of ${day}.`,
    },
  },
  holds: (parts: string) => `Made of ${parts}`,
  ofWeek: (amount: string, monday: string) => `${amount} from the week of ${monday}`,
}
