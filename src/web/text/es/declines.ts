/** Por qué no pasó un cobro, según el proveedor: de tarjetas y de débitos bancarios. */
export const declines = {
  no_card: 'No hay una tarjeta guardada.',
  insufficient_funds: 'No había fondos suficientes.',
  account_closed: 'La cuenta bancaria está cerrada. Elige otra forma de pago.',
  no_account: 'El banco no conoce esa cuenta. Elige otra forma de pago.',
  debit_not_authorized: 'El banco dice que el débito no estaba permitido. Elige otra forma de pago.',
  expired_card: 'La tarjeta venció.',
  authentication_required: 'Tu banco quiere que confirmes el pago. Pulsa «Pagar ahora» y respóndele.',
  card_declined: 'El banco rechazó la tarjeta.',
}
