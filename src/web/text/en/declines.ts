/** Why a charge did not go through, in the provider’s words: of cards, and of debits of bank accounts. */
export const declines = {
  no_card: 'There is no card on file.',
  insufficient_funds: 'There were not enough funds.',
  account_closed: 'The bank account is closed. Choose another way to pay.',
  no_account: 'The bank knows no such account. Choose another way to pay.',
  debit_not_authorized: 'The bank says the debit was not allowed. Choose another way to pay.',
  expired_card: 'The card has expired.',
  authentication_required:
    'Your bank wants you to confirm the payment. Press “Pay now” and follow its steps.',
  card_declined: 'The bank declined the card.',
}
