/**
 * What the operator's role may do, as the server has said: `<Only may="refund"><Button …/></Only>`. A courtesy, so that
 * nobody presses what is refused; the server decides about every call by itself. While it is not known who looks, nothing
 * is hidden.
 */
import type { ReactNode } from 'react'
import type { Capability } from '#domain/staff/roles.ts'
import { useText } from '#web/text/store.ts'
import { useUser } from './user.ts'

export function useMay(): (capability: Capability) => boolean {
  const own = useUser()?.capabilities
  return (capability) => own === undefined || own.includes(capability)
}

/** `isSaid`: whoever may not reads who may, where one would look for it. */
export function Only({
  may,
  isSaid = false,
  children,
}: {
  may: Capability
  isSaid?: boolean
  children?: ReactNode
}) {
  const { whoMay } = useText().operatorShell
  if (useMay()(may)) return children
  return isSaid ? <p className="text-sm text-muted">{whoMay[may]}</p> : null
}
