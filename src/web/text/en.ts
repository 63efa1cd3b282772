import { session, shell } from './en/shell.ts'
import { ui } from './en/ui.ts'

/** The English words of the first screen, part of the first download. */
export const core = { session, shell, ui }
