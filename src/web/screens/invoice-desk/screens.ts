import type { AreaScreens } from '#web/screen.ts'

export const invoiceDeskScreens: AreaScreens = {
  areas: ['operatorShell', 'invoiceDesk', 'invoices', 'money'],
  screens: { operatorInvoices: async () => (await import('./invoice-desk.tsx')).InvoiceDesk },
}
