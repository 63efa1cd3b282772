/** Which role somebody has where: one in every city, or one by city. */
import { STAFF_ROLES, type StaffRole } from '#domain/staff/roles.ts'
import type { BodyOf } from './staff-body.ts'
import type { Text } from '#web/text/areas.ts'
import { useText } from '#web/text/store.ts'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'

/** Where whoever asks may give roles. */
export type Charge = {
  readonly cities: readonly { readonly id: string; readonly name: string }[]
  readonly mayGiveEverywhere: boolean
}

export type Roles = {
  readonly everywhere: StaffRole | null
  readonly cities: readonly { readonly marketId: string; readonly role: StaffRole }[]
}

const WHERE = ['cities', 'everywhere'] as const

export function RolesFields({
  roles,
  charge,
  onChange,
}: {
  roles: Roles
  charge: Charge
  onChange: (roles: Roles) => void
}) {
  const { staff: texts } = useText()
  const { everywhere } = roles
  const named = STAFF_ROLES.map((value) => ({ value, label: `${texts.roles[value]}: ${texts.does[value]}` }))
  return (
    <>
      {charge.mayGiveEverywhere && (
        <ChipGroup
          label={texts.where.label}
          name="where"
          options={WHERE.map((value) => ({ value, label: texts.where[value] }))}
          value={everywhere === null ? 'cities' : 'everywhere'}
          onChange={(where) => onChange({ everywhere: where === 'everywhere' ? 'reader' : null, cities: [] })}
        />
      )}
      {everywhere === null ? (
        charge.cities.map(({ id, name }) => (
          <SelectField
            key={id}
            name={`city-${id}`}
            label={texts.roleIn(name)}
            options={[{ value: 'none', label: texts.noRole }, ...named]}
            value={roles.cities.find(({ marketId }) => marketId === id)?.role ?? 'none'}
            onChange={(role) => onChange(withRole(roles, id, role))}
          />
        ))
      ) : (
        <SelectField
          name="everywhere"
          label={texts.roleEverywhere}
          options={named}
          value={everywhere}
          onChange={(role) => onChange({ everywhere: role, cities: [] })}
        />
      )}
    </>
  )
}

/** Roles in cities that are not shown stay as they are. */
function withRole({ cities }: Roles, marketId: string, role: StaffRole | 'none'): Roles {
  const others = cities.filter((each) => each.marketId !== marketId)
  return { everywhere: null, cities: role === 'none' ? others : [...others, { marketId, role }] }
}

export function toBody({ everywhere, cities }: Roles): BodyOf {
  return { everywhere, cities: cities.map(({ marketId, role }) => ({ marketId, role })) }
}

type Named = {
  readonly everywhere: StaffRole | null
  readonly cities: readonly { readonly name: string; readonly role: StaffRole }[]
}

export function rolesText({ everywhere, cities }: Named, texts: Text['staff']): string {
  if (everywhere !== null) return texts.holds(texts.where.everywhere, texts.roles[everywhere])
  return cities.map(({ name, role }) => texts.holds(name, texts.roles[role])).join(' · ')
}
