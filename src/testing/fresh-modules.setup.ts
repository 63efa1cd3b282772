/** Test files share a process, which spares each one loading the packages again; our own modules begin anew in each. */
import { vi } from 'vitest'

vi.resetModules()
