import { session, shell } from './es/shell.ts'
import { ui } from './es/ui.ts'

/** The Spanish words of the first screen, downloaded when somebody reads Spanish. */
export const core = { session, shell, ui }
