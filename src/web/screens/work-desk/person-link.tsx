import type { Desk } from '#web/desk/visit-type.ts'
import { maskPhone } from '#web/ui/forms/phone.ts'
import { RouteLink } from '#web/ui/route-link.tsx'
import { linkTo } from '#web/urls.ts'

export const linkLook = 'text-accent underline-offset-4 hover:underline wrap-anywhere'

/** Who it is, leading to its page, and the number to call. */
export function PersonLink({ person }: { person: Desk['customer'] }) {
  return (
    <span className="grid">
      <RouteLink className={linkLook} to={linkTo('operatorPerson', { person_id: person.id })}>
        {person.name}
      </RouteLink>
      {person.phone !== null && (
        <a className={linkLook} href={`tel:${person.phone}`}>
          {maskPhone(person.phone)}
        </a>
      )}
    </span>
  )
}
