/** Why two accounts cannot be merged yet, and what to do first. */
import { catalogue } from '../catalogue.ts'

export const mergingRefusals = catalogue({
  en: {
    account_merged: 'This account was merged into another one. Open that one instead.',
    merge_itself: 'These are one account already. Choose another one.',
    merge_other_kind: 'Only two customers, or two crews, can be merged.',
    merge_other_city: 'The two are of different cities. Their owner has to choose one and end the other.',
    merge_two_banks:
      'The two are paid to different bank accounts. Have the crew connect the same one on both, or end one.',
    merge_leaving: 'One of the two is about to be deleted. Its owner keeps it by signing in.',
    merge_second_factor: 'The account to close has a second factor. Have it removed first.',
    merge_under_way:
      'A crew is at work, an order is being paid, or a file is being read. Try again when it is done.',
    merge_money_open:
      'The account to close owes money or has unbilled visits. Have it paid or write it off first.',
    merge_case_open:
      'The account to close has an open report, refund, chargeback or approval. Decide it first.',
    merge_credit_left:
      'The account to close has credit. Take it there and give it to the account that stays.',
    merge_commissions_left:
      'The account to close still has commissions. Wait until they are paid out or used up.',
    merge_earnings_left:
      'The account to close has earnings, a payout on its way, or a debt. Wait until all is paid and in the bank.',
    merge_visits_clash:
      'Visits of both are at one time, and one crew cannot do them. Hand one of each to another crew first.',
    merge_two_hospitable: 'Both are connected to Hospitable. Have one of the two disconnected first.',
  },
  es: {
    account_merged: 'Esta cuenta se unió a otra. Abre esa otra.',
    merge_itself: 'Ya son una sola cuenta. Elige otra.',
    merge_other_kind: 'Solo se pueden unir dos clientes, o dos equipos.',
    merge_other_city: 'Son de ciudades distintas. Su dueño tiene que elegir una y cerrar la otra.',
    merge_two_banks:
      'Cobran en cuentas bancarias distintas. Haz que el equipo conecte la misma en las dos, o que cierre una.',
    merge_leaving: 'Una de las dos está por eliminarse. Su dueño la conserva al iniciar sesión.',
    merge_second_factor: 'La cuenta que se cierra tiene un segundo factor. Haz que se quite primero.',
    merge_under_way:
      'Hay un equipo trabajando, un pedido que se cobra o un archivo que se lee. Inténtalo cuando termine.',
    merge_money_open:
      'La cuenta que se cierra debe dinero o tiene visitas sin facturar. Espera el pago o dalo por perdido.',
    merge_case_open:
      'La cuenta que se cierra tiene un reporte, reembolso, contracargo o aprobación abierta. Decídelo.',
    merge_credit_left: 'La cuenta que se cierra tiene crédito. Quítalo allí y dáselo a la cuenta que queda.',
    merge_commissions_left: 'La cuenta que se cierra tiene comisiones. Espera a que se paguen o se gasten.',
    merge_earnings_left:
      'La cuenta que se cierra tiene ganancias, un pago en camino o una deuda. Espera a que todo esté en el banco.',
    merge_visits_clash:
      'Hay visitas de las dos a la misma hora, y un solo equipo no puede con ellas. Da una de cada par a otro.',
    merge_two_hospitable: 'Las dos están conectadas a Hospitable. Haz que se desconecte una primero.',
  },
})
