import { useState } from 'react'
import type { Weekday } from '#domain/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { ChipGroup, MultiChipGroup, WeekdayPicker } from '#web/ui/forms/chip-group.tsx'
import { DateField, TimeField } from '#web/ui/forms/date-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { PhoneField } from '#web/ui/forms/phone-field.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'
import { Stepper } from '#web/ui/stepper.tsx'

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export function FieldSamples() {
  const draft = useDraft({
    name: '',
    email: 'rosa@example',
    phone: '',
    password: '',
    service: 'bins',
    notes: '',
    isAgreed: false,
  })
  return (
    <>
      <Card>
        <Stepper steps={['Person', 'Place', 'Services']} current={1} />
        <div className="pt-4">
          <Form
            submitLabel="Save"
            secondary={<Button>Back</Button>}
            onSubmit={async () => {
              await wait(1_200)
              throw new FormRefusal('We could not save this.', { email: 'This address is taken.' })
            }}
          >
            <TextField label="Name" autoComplete="name" {...draft.field('name')} />
            <TextField label="Email" type="email" hint="For receipts only." {...draft.field('email')} />
            <PhoneField label="Phone" {...draft.field('phone')} />
            <PasswordField label="Password" autoComplete="new-password" {...draft.field('password')} />
            <SelectField
              label="Service"
              options={[
                { value: 'bins', label: 'Bins to the kerb' },
                { value: 'lawn', label: 'Lawn' },
              ]}
              {...draft.field('service')}
            />
            <TextArea label="Notes" isOptional {...draft.field('notes')} />
            <CheckboxField label="I agree to the terms" isRequired {...draft.field('isAgreed')} />
          </Form>
        </div>
      </Card>
      <Choices />
    </>
  )
}

function Choices() {
  const [days, setDays] = useState<readonly Weekday[]>([1, 4])
  const [size, setSize] = useState('small')
  const [extras, setExtras] = useState<readonly string[]>(['gate'])
  const [quantity, setQuantity] = useState(2)
  const [date, setDate] = useState('2026-03-08')
  const [time, setTime] = useState('08:00')
  return (
    <Card title="Choices">
      <div className="grid gap-4">
        <WeekdayPicker label="Weekdays" name="days" value={days} onChange={setDays} />
        <ChipGroup
          label="Size"
          name="size"
          value={size}
          onChange={setSize}
          options={[
            { value: 'small', label: 'Small', icon: 'home' },
            { value: 'large', label: 'Large', icon: 'building' },
          ]}
        />
        <MultiChipGroup
          label="Extras"
          hint="As many as you like."
          name="extras"
          value={extras}
          onChange={setExtras}
          options={[
            { value: 'gate', label: 'Close the gate' },
            { value: 'rinse', label: 'Rinse the bins' },
            { value: 'photo', label: 'Extra photo' },
          ]}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <DateField label="From" name="date" value={date} onChange={setDate} />
          <TimeField label="Not before" name="time" value={time} onChange={setTime} />
        </div>
        <NumberStepper label="Bins" name="quantity" min={1} max={9} value={quantity} onChange={setQuantity} />
        <FileDrop label="CSV with your properties" accept=".csv" maxBytes={20e6} onFiles={() => undefined} />
      </div>
    </Card>
  )
}
