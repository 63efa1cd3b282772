/** What somebody may do, and where: the same for an invitation and for a change of it. */
import { SHARE_ROLES, type ShareRole } from '#domain/sharing/rights.ts'
import type { Reply } from '#web/api.ts'
import type { Text } from '#web/text/areas.ts'
import { useText } from '#web/text/store.ts'
import { ChipGroup, MultiChipGroup } from '#web/ui/forms/chip-group.tsx'
import { FormRefusal } from '#web/ui/forms/form.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'

export type Group = Reply<'GET /api/shares'>['groups'][number]

export type Share = {
  readonly role: ShareRole
  readonly isWhole: boolean
  /** Ids of groups, of places and of complexes alike. */
  readonly groupIds: readonly string[]
}

const REACHES = ['whole', 'groups'] as const

export function ShareFields({
  share,
  groups,
  onChange,
}: {
  share: Share
  groups: readonly Group[]
  onChange: (share: Share) => void
}) {
  const { sharing: texts } = useText()
  return (
    <>
      <SelectField
        name="role"
        label={texts.role}
        hint={texts.does[share.role]}
        options={SHARE_ROLES.map((value) => ({ value, label: texts.roles[value] }))}
        value={share.role}
        onChange={(role) => onChange({ ...share, role })}
      />
      <ChipGroup
        name="reach"
        label={texts.reach}
        options={REACHES.map((value) => ({
          value,
          label: value === 'whole' ? texts.everyPlace : texts.someGroups,
        }))}
        value={share.isWhole ? 'whole' : 'groups'}
        onChange={(value) => onChange({ ...share, isWhole: value === 'whole' })}
      />
      {!share.isWhole &&
        (groups.length === 0 ? (
          <p className="text-muted">{texts.noGroups}</p>
        ) : (
          <MultiChipGroup
            name="groups"
            label={texts.groups}
            options={groups.map(({ id, name }) => ({ value: id, label: name }))}
            value={[...share.groupIds]}
            onChange={(groupIds) => onChange({ ...share, groupIds })}
          />
        ))}
    </>
  )
}

/** As the server takes it. Throws where nothing would be shared. */
export function reachOf(share: Share, groups: readonly Group[], texts: Text['sharing']) {
  const chosen = share.isWhole ? [] : groups.filter(({ id }) => share.groupIds.includes(id))
  if (!share.isWhole && chosen.length === 0) throw new FormRefusal(texts.chooseGroup)
  return {
    isWhole: share.isWhole,
    propertyGroupIds: chosen.flatMap((group) => (group.kind === 'places' ? group.id : [])),
    complexGroupIds: chosen.flatMap((group) => (group.kind === 'complexes' ? group.id : [])),
  }
}

export function shareText(
  { role, isWhole, groups }: { role: ShareRole; isWhole: boolean; groups: readonly Group[] },
  texts: Text['sharing'],
): string {
  const names = groups.map(({ name }) => name).join(', ')
  return `${texts.roles[role]} · ${isWhole ? texts.everyPlace : names || texts.noGroupLeft}`
}
