/** The rows of every table. Written by `npm run schema` from the migrations; not edited by hand. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AccessProblemId, ApprovalId, AssignmentId, BuildingId, BulkChangeId, CalendarId, CardHoldId, ChargebackId, CommissionId, CommissionSpendingId, ComplexExceptionId, ComplexGroupId, ComplexId, CouponUseId, CreditChangeId, CreditNoteId, DataExportId, DispatchPlanId, DisputeId, EarningId, ExtraWorkId, HolidayRuleSetId, HospitableAccountId, InvoiceId, InvoiceReceiptId, JobFilterId, LateCompletionId, NoticeId, OfferId, OnDemandOrderId, OutboxMessageId, PartnerLineId, PartnerPaymentId, PartnerStatementId, PasskeyId, PaymentId, PaymentLineId, PayoutId, PersonNoteId, PhotoId, PriceId, PropertyGroupId, PropertyId, PropertyImportId, PushSubscriptionId, PushedDayId, QueueFilterId, ReconcileDifferenceId, ReconcileRunId, RefundId, RefundPartId, ReportAddressId, RouteId, SalesTaxFilingId, SearchEntryId, SeeingId, ServicePastId, SessionId, ShareActionId, ShareId, SignInId, StaffInvitationId, StayId, StaySourceId, TaxExemptionId, TimeOffId, TipId, UserId, ViolationId, VisitId, VisitMessageId, WaitlistEntryId, WeeklyJobId, WeeklyJobPauseId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { Instant, LocalDate, LocalTime } from '#domain/time.ts'
import type { JsonColumn, JsonIn, JsonText } from './json-columns.ts'

/** Read as an instant, written as `toTimestamp(instant)`. */
type Timestamp<Nullable = never, Optional = never> = ColumnType<
  Instant | Nullable,
  Date | Nullable | Optional,
  Date | Nullable
>
/** Read as its shape in `json-columns.ts` says, written as `toJson(value)`. */
type Json<Column extends JsonColumn, Nullable = never, Optional = never> = ColumnType<
  JsonIn<Column> | Nullable,
  JsonText<JsonIn<Column>> | Nullable | Optional,
  JsonText<JsonIn<Column>> | Nullable
>

export interface Database {
  access_problem: AccessProblemTable
  account_closing: AccountClosingTable
  account_merge: AccountMergeTable
  account_try: AccountTryTable
  approval: ApprovalTable
  assignment: AssignmentTable
  audit_entry: AuditEntryTable
  audit_person: AuditPersonTable
  billing_details: BillingDetailsTable
  billing_terms: BillingTermsTable
  building: BuildingTable
  building_check: BuildingCheckTable
  bulk_change: BulkChangeTable
  bulk_change_job: BulkChangeJobTable
  calendar: CalendarTable
  card_hold: CardHoldTable
  charge_attempt: ChargeAttemptTable
  chargeback: ChargebackTable
  checkpoint: CheckpointTable
  checkpoint_pass: CheckpointPassTable
  cohort_month: CohortMonthTable
  commission: CommissionTable
  commission_spending: CommissionSpendingTable
  commission_use: CommissionUseTable
  complex: ComplexTable
  complex_exception: ComplexExceptionTable
  complex_group: ComplexGroupTable
  conversation: ConversationTable
  coupon: CouponTable
  coupon_use: CouponUseTable
  coupon_version: CouponVersionTable
  credit_change: CreditChangeTable
  credit_note: CreditNoteTable
  crew_hours: CrewHoursTable
  crew_profile: CrewProfileTable
  crew_stars: CrewStarsTable
  crew_whereabouts: CrewWhereaboutsTable
  customer_crew_mark: CustomerCrewMarkTable
  customer_span: CustomerSpanTable
  daily_digest: DailyDigestTable
  daily_number: DailyNumberTable
  data_export: DataExportTable
  demo_bank_object: DemoBankObjectTable
  dispatch_plan: DispatchPlanTable
  dispatch_plan_lane: DispatchPlanLaneTable
  dispatch_plan_visit: DispatchPlanVisitTable
  dispute: DisputeTable
  dispute_event: DisputeEventTable
  earning: EarningTable
  extra_work: ExtraWorkTable
  former_session_token: FormerSessionTokenTable
  fraud_warning: FraudWarningTable
  go_link: GoLinkTable
  holiday_rule: HolidayRuleTable
  holiday_rule_set: HolidayRuleSetTable
  hospitable_account: HospitableAccountTable
  hospitable_code: HospitableCodeTable
  hospitable_event: HospitableEventTable
  hospitable_property: HospitablePropertyTable
  house_text: HouseTextTable
  idempotent_reply: IdempotentReplyTable
  identity_mark: IdentityMarkTable
  installation: InstallationTable
  invoice: InvoiceTable
  invoice_receipt: InvoiceReceiptTable
  invoice_reminder: InvoiceReminderTable
  job_filter: JobFilterTable
  late_completion: LateCompletionTable
  ledger_account: LedgerAccountTable
  ledger_journal: LedgerJournalTable
  ledger_posting: LedgerPostingTable
  ledger_seal: LedgerSealTable
  ledger_seal_account: LedgerSealAccountTable
  ledger_seal_mark: LedgerSealMarkTable
  ledger_seal_market: LedgerSealMarketTable
  letterhead: LetterheadTable
  live_event: LiveEventTable
  live_horizon: LiveHorizonTable
  low_supply: LowSupplyTable
  market: MarketTable
  notice: NoticeTable
  notice_preference: NoticePreferenceTable
  offer: OfferTable
  offering: OfferingTable
  on_demand_draft: OnDemandDraftTable
  on_demand_order: OnDemandOrderTable
  one_time_token: OneTimeTokenTable
  operator_market: OperatorMarketTable
  order_photo: OrderPhotoTable
  outbox_message: OutboxMessageTable
  paper_number: PaperNumberTable
  paper_preference: PaperPreferenceTable
  partner_crew: PartnerCrewTable
  partner_line: PartnerLineTable
  partner_payment: PartnerPaymentTable
  partner_statement: PartnerStatementTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  payment: PaymentTable
  payment_line: PaymentLineTable
  payment_method: PaymentMethodTable
  payout: PayoutTable
  payout_account: PayoutAccountTable
  payout_transfer: PayoutTransferTable
  person_note: PersonNoteTable
  photo: PhotoTable
  pickup_day: PickupDayTable
  pickup_rule: PickupRuleTable
  place_checklist: PlaceChecklistTable
  place_crew: PlaceCrewTable
  price: PriceTable
  property: PropertyTable
  property_group: PropertyGroupTable
  property_import: PropertyImportTable
  property_import_refusal: PropertyImportRefusalTable
  provider_answer: ProviderAnswerTable
  provider_event: ProviderEventTable
  provider_movement: ProviderMovementTable
  push_subscription: PushSubscriptionTable
  pushed_day: PushedDayTable
  pushed_day_visit: PushedDayVisitTable
  queue_filter: QueueFilterTable
  queue_item: QueueItemTable
  quiet_hours: QuietHoursTable
  rating: RatingTable
  rating_request: RatingRequestTable
  reconcile_count: ReconcileCountTable
  reconcile_difference: ReconcileDifferenceTable
  reconcile_run: ReconcileRunTable
  reconcile_subject: ReconcileSubjectTable
  recovery_code: RecoveryCodeTable
  referral_review: ReferralReviewTable
  refund: RefundTable
  refund_part: RefundPartTable
  report_address: ReportAddressTable
  route: RouteTable
  sales_tax_entry: SalesTaxEntryTable
  sales_tax_filing: SalesTaxFilingTable
  sales_tax_seal: SalesTaxSealTable
  schedule_move: ScheduleMoveTable
  search_entry: SearchEntryTable
  search_mark: SearchMarkTable
  second_factor: SecondFactorTable
  seeing: SeeingTable
  service: ServiceTable
  service_change: ServiceChangeTable
  service_checklist: ServiceChecklistTable
  service_past: ServicePastTable
  session: SessionTable
  setting: SettingTable
  share: ShareTable
  share_action: ShareActionTable
  share_group: ShareGroupTable
  sign_in: SignInTable
  sign_in_code: SignInCodeTable
  sms_opt_out: SmsOptOutTable
  staff_invitation: StaffInvitationTable
  staff_invitation_role: StaffInvitationRoleTable
  stay: StayTable
  stay_feed: StayFeedTable
  stay_report: StayReportTable
  stay_source: StaySourceTable
  task: TaskTable
  task_schedule: TaskScheduleTable
  tax_consent: TaxConsentTable
  tax_exemption: TaxExemptionTable
  tax_form_sent: TaxFormSentTable
  tax_reminder: TaxReminderTable
  terms_acceptance: TermsAcceptanceTable
  time_off: TimeOffTable
  tip: TipTable
  turnover: TurnoverTable
  turnover_rule: TurnoverRuleTable
  unsubscribe_token: UnsubscribeTokenTable
  users: UsersTable
  violation: ViolationTable
  visit: VisitTable
  visit_checklist: VisitChecklistTable
  visit_event: VisitEventTable
  visit_mark: VisitMarkTable
  visit_message: VisitMessageTable
  visit_message_read: VisitMessageReadTable
  visit_reminder: VisitReminderTable
  waiting_tip: WaitingTipTable
  waitlist_entry: WaitlistEntryTable
  weekly_job: WeeklyJobTable
  weekly_job_earlier_terms: WeeklyJobEarlierTermsTable
  weekly_job_pause: WeeklyJobPauseTable
  weekly_job_skip: WeeklyJobSkipTable
  write_off: WriteOffTable
}

interface AccessProblemTable {
  id: Generated<AccessProblemId>
  visit_id: VisitId
  crew_id: UserId
  reason: 'gate' | 'dog' | 'nobody_home' | 'unsafe' | 'other'
  note: Generated<string>
  contact: 'rang' | 'called' | 'waited' | 'none'
  photo_id: PhotoId
  lat: number | null
  lng: number | null
  distance_feet: number | null
  state: Generated<'waiting' | 'answered' | 'let_go' | 'solved' | 'ended'>
  reported_at: Timestamp
  waits_until: Timestamp
  answer: Generated<string>
  answered_at: Timestamp<null>
  closed_at: Timestamp<null>
}

interface AccountClosingTable {
  user_id: UserId
  asked_at: Timestamp
  due_at: Timestamp
  taken_back_at: Timestamp<null>
  closed_at: Timestamp<null>
}

interface AccountMergeTable {
  from_id: UserId
  into_id: UserId
  referral_code: string
  merged_at: Timestamp
  merged_by: UserId
}

interface AccountTryTable {
  kind: 'sign_in' | 'confirm_password' | 'register' | 'change_email' | 'reset_password' | 'sign_in_link' | 'codes_at_once' | 'codes_of_day' | 'codes_of_address' | 'codes_of_device' | 'codes_texted' | 'passkeys_of_address' | 'passkeys_of_device' | 'second_factor' | 'mailbox_asked'
  email_hash: Buffer
  tries: number
  since: Timestamp
}

interface ApprovalTable {
  id: Generated<ApprovalId>
  kind: 'refund' | 'credit' | 'dispute' | 'fraud_warning'
  market_id: string
  customer_id: UserId
  payment_id: PaymentId | null
  dispute_id: DisputeId | null
  warning_id: string | null
  amount_cents: Cents
  takes_back_crew_pay: Generated<boolean>
  reason: string
  state: Generated<'waiting' | 'approved' | 'declined' | 'withdrawn' | 'expired'>
  asked_by: UserId
  asked_at: Timestamp
  expires_at: Timestamp
  decided_by: UserId | null
  decided_at: Timestamp<null>
  note: Generated<string>
}

interface AssignmentTable {
  id: Generated<AssignmentId>
  weekly_job_id: WeeklyJobId
  weekday: 1 | 2 | 3 | 4 | 5 | 6 | 7
  crew_id: UserId
  route_id: RouteId | null
  position: Generated<number>
  taken_at: Timestamp
  from_date: LocalDate
  released_at: Timestamp<null>
  released_from: LocalDate | null
  release_reason: string | null
  is_late_release: Generated<boolean>
}

interface AuditEntryTable {
  id: GeneratedAlways<number>
  at: Timestamp
  actor_id: UserId | null
  action: string
  subject: string
  detail: Json<'audit_entry.detail', never, undefined>
  market_id: string | null
}

interface AuditPersonTable {
  person_id: UserId
  entry_id: number
  at: Timestamp
}

interface BillingDetailsTable {
  customer_id: UserId
  company_name: Generated<string>
  billing_address: Generated<string>
  tax_number: Generated<string>
  po_number: Generated<string>
  copies_to: Generated<string[]>
}

interface BillingTermsTable {
  customer_id: UserId
  net_days: number
  period: 'weekly' | 'monthly'
  credit_limit_cents: Cents
  granted_by: UserId
  granted_at: Timestamp
}

interface BuildingTable {
  id: Generated<BuildingId>
  complex_id: ComplexId
  name: string
  position: number
  units: string[]
  created_at: Timestamp
  removed_at: Timestamp<null>
}

interface BuildingCheckTable {
  visit_id: VisitId
  building_id: BuildingId
  crew_id: UserId
  photo_id: PhotoId | null
  checked_at: Timestamp
}

interface BulkChangeTable {
  id: Generated<BulkChangeId>
  customer_id: UserId
  change: Json<'bulk_change.change'>
  is_whole: boolean
  state: Generated<'running' | 'done' | 'undoing' | 'undone' | 'giving_up' | 'given_up'>
  job_count: number
  created_at: Timestamp
  finished_at: Timestamp<null>
  undo_until: Timestamp
  share_id: ShareId | null
  undo_share_id: ShareId | null
}

interface BulkChangeJobTable {
  bulk_change_id: BulkChangeId
  weekly_job_id: WeeklyJobId
  state: Generated<'waiting' | 'changed' | 'same' | 'refused' | 'undone' | 'left'>
  note: Generated<string>
  before: Json<'bulk_change_job.before', null>
  after: Json<'bulk_change_job.after', null>
  done_at: Timestamp<null>
  crew_ids: Generated<string[]>
  undone_crew_ids: Generated<string[]>
  note_texts: Json<'bulk_change_job.note_texts', null>
}

interface CalendarTable {
  id: Generated<CalendarId>
  user_id: UserId
  kind: 'all' | 'group' | 'place' | 'work'
  group_id: PropertyGroupId | null
  property_id: PropertyId | null
  address_key: Generated<string>
  created_at: Timestamp
  read_at: Timestamp<null>
}

interface CardHoldTable {
  id: Generated<CardHoldId>
  order_id: OnDemandOrderId
  number: number
  provider_customer_id: string
  provider_method_id: string
  amount_cents: Cents
  state: 'asked' | 'held' | 'declined' | 'captured' | 'releasing' | 'released' | 'expired'
  provider_intent_id: string | null
  decline_code: string | null
  created_at: Timestamp
  expires_at: Timestamp<null>
  settled_at: Timestamp<null>
  confirmed_at: Timestamp<null>
  listed_in: string | null
}

interface ChargeAttemptTable {
  payment_id: PaymentId
  number: number
  is_retry: boolean
  provider_customer_id: string
  provider_method_id: string
  amount_cents: Cents
  state: 'asked' | 'succeeded' | 'failed'
  provider_intent_id: string | null
  fee_cents: Cents | null
  decline_code: string | null
  created_at: Timestamp
  settled_at: Timestamp<null>
  captures_intent_id: string | null
  confirmed_at: Timestamp<null>
  ended_at: Timestamp<null>
}

interface ChargebackTable {
  id: Generated<ChargebackId>
  provider_chargeback_id: string
  payment_id: PaymentId | null
  provider_intent_id: string
  amount_cents: Cents
  fee_cents: Cents | null
  state: 'needs_evidence' | 'under_review' | 'won' | 'lost'
  reason: string
  evidence_due_at: Timestamp<null>
  evidence_sent_at: Timestamp<null>
  claws_back_crew_pay: Generated<boolean>
  opened_at: Timestamp
  closed_at: Timestamp<null>
  evidence_note: Generated<string>
  evidence_without: Generated<string[]>
  answered_at: Timestamp<null>
  answered_by: UserId | null
  accepted_at: Timestamp<null>
  is_return: Generated<boolean>
  owed_payment_id: PaymentId | null
}

interface CheckpointTable {
  building_id: BuildingId
  complex_id: ComplexId
  code: string
  made_at: Timestamp
  earlier_code: string | null
}

interface CheckpointPassTable {
  visit_id: VisitId
  building_id: BuildingId
  crew_id: UserId
  passed_at: Timestamp
  is_typed: boolean
  distance_feet: number | null
}

interface CohortMonthTable {
  market_id: string
  joined: LocalDate
  month: LocalDate
  customers: number
  revenue_cents: Cents
}

interface CommissionTable {
  id: Generated<CommissionId>
  sponsor_id: UserId
  brought_id: UserId
  kind: 'customer' | 'crew'
  payment_id: PaymentId | null
  payout_id: PayoutId | null
  amount_cents: Cents
  reversed_cents: Generated<Cents>
  earned_at: Timestamp
  available_at: Timestamp
  released_at: Timestamp<null>
  refused_cents: Generated<Cents>
  used_cents: Generated<Cents>
}

interface CommissionSpendingTable {
  id: Generated<CommissionSpendingId>
  sponsor_id: UserId
  kind: 'credit' | 'with_payout' | 'withdrawal'
  amount_cents: Cents
  earning_id: EarningId | null
  payout_id: PayoutId | null
  spent_at: Timestamp
  undone_at: Timestamp<null>
}

interface CommissionUseTable {
  spending_id: CommissionSpendingId
  commission_id: CommissionId
  amount_cents: Cents
}

interface ComplexTable {
  id: Generated<ComplexId>
  customer_id: UserId
  complex_group_id: ComplexGroupId | null
  name: string
  address: string
  lat: number
  lng: number
  time_zone: string
  units: number
  instructions: Generated<string>
  created_at: Timestamp
  po_number: Generated<string>
}

interface ComplexExceptionTable {
  id: Generated<ComplexExceptionId>
  complex_id: ComplexId
  building_id: BuildingId | null
  unit_label: string | null
  kind: 'leave_out' | 'note'
  note: Generated<string>
  from_date: LocalDate
  to_date: LocalDate
  created_at: Timestamp
}

interface ComplexGroupTable {
  id: Generated<ComplexGroupId>
  customer_id: UserId
  name: string
  created_at: Timestamp
}

interface ConversationTable {
  visit_id: VisitId
  user_id: UserId
  last_number: number
  is_unread: Generated<boolean>
}

interface CouponTable {
  code: string
  name: string
  credit_cents: Cents | null
  valid_until: Timestamp<null>
  share_basis_points: number | null
  most_uses: number | null
  most_uses_each: number | null
  budget_cents: Cents | null
  valid_from: Timestamp<null>
  ended_from: Timestamp<null>
  market_id: string | null
  service_key: string | null
  is_first_order_only: Generated<boolean>
  version: Generated<number>
  use_count: Generated<number>
  given_cents: Generated<Cents>
}

interface CouponUseTable {
  work_id: CouponUseId
  coupon_code: string
  customer_id: UserId
  visit_id: VisitId | null
  order_id: OnDemandOrderId | null
  amount_cents: Cents
  used_at: Timestamp
}

interface CouponVersionTable {
  coupon_code: string
  version: number
  kind: 'made' | 'changed' | 'ended' | 'resumed'
  facts: Json<'coupon_version.facts'>
  saved_at: Timestamp
  saved_by: UserId
}

interface CreditChangeTable {
  id: Generated<CreditChangeId>
  customer_id: UserId
  operator_id: UserId
  kind: 'given' | 'taken'
  amount_cents: Cents
  reason: string
  created_at: Timestamp
  approval_id: ApprovalId | null
}

interface CreditNoteTable {
  id: Generated<CreditNoteId>
  invoice_id: InvoiceId
  market_id: string
  year: number
  number: number
  issued_on: LocalDate
  refund_id: RefundId | null
  amount_cents: Cents
  credit_cents: Generated<Cents>
  reason: string
  created_at: Timestamp
  back_cents: Generated<Cents>
}

interface CrewHoursTable {
  crew_id: UserId
  weekday: 1 | 2 | 3 | 4 | 5 | 6 | 7
  starts: LocalTime
  ends: LocalTime
}

interface CrewProfileTable {
  user_id: UserId
  range_feet: number
  services: Generated<string[]>
  vehicle: Generated<string>
  photo_id: PhotoId | null
  merged_at: Timestamp<null>
}

interface CrewStarsTable {
  crew_id: UserId
  stars: number
  count: number
}

interface CrewWhereaboutsTable {
  crew_id: UserId
  date: LocalDate
  shared_since: Timestamp
  visit_id: VisitId | null
  lat: number | null
  lng: number | null
  measured_at: Timestamp<null>
  drive_seconds: number | null
}

interface CustomerCrewMarkTable {
  customer_id: UserId
  crew_id: UserId
  mark: 'favourite' | 'blocked'
  created_at: Timestamp
}

interface CustomerSpanTable {
  customer_id: UserId
  market_id: string
  first_on: LocalDate
  last_on: LocalDate
}

interface DailyDigestTable {
  user_id: UserId
  hour: number
  next_at: Timestamp
}

interface DailyNumberTable {
  market_id: string
  date: LocalDate
  service_key: string
  visits: number
  filled: number
  completed: number
  on_time: number
  missed: number
  revenue_cents: Cents
  crew_pay_cents: Cents
  crew_minutes: number
  refund_cents: Cents
  sponsor_cents: Cents
  new_customers: number
  lost_customers: number
}

interface DataExportTable {
  id: Generated<DataExportId>
  user_id: UserId
  asked_at: Timestamp
  content: Buffer | null
  size_bytes: number | null
  ready_at: Timestamp<null>
  expires_at: Timestamp<null>
  kind: Generated<'data' | 'payments' | 'earnings'>
  year: number | null
  account_id: UserId | null
  locale: 'en' | 'es' | null
}

interface DemoBankObjectTable {
  id: string
  kind: 'customer' | 'setup' | 'method' | 'intent' | 'capture' | 'refund' | 'account' | 'link' | 'transfer' | 'reversal' | 'payout' | 'chargeback' | 'warning' | 'event' | 'movement'
  idempotency_key: string | null
  request_hash: Buffer | null
  state: string
  amount_cents: Generated<Cents>
  parent_id: string | null
  data: Json<'demo_bank_object.data', never, undefined>
  created_at: Timestamp
  reference: string | null
  plan: Json<'demo_bank_object.plan', never, undefined>
  due_at: Timestamp<null>
}

interface DispatchPlanTable {
  id: Generated<DispatchPlanId>
  market_id: string
  from_date: LocalDate
  to_date: LocalDate
  state: Generated<'solving' | 'ready' | 'applied' | 'undone'>
  progress: Generated<number>
  created_by: UserId
  created_at: Timestamp
  applied_at: Timestamp<null>
  undo_until: Timestamp<null>
}

interface DispatchPlanLaneTable {
  plan_id: DispatchPlanId
  crew_id: UserId
  date: LocalDate
  stops_before: number
  stops: number
  feet_before: number
  feet: number
  minutes_before: number
  minutes: number
  pay_before_cents: Cents
  pay_cents: Cents
}

interface DispatchPlanVisitTable {
  plan_id: DispatchPlanId
  visit_id: VisitId
  was_crew_id: UserId | null
  was_assignment_id: AssignmentId | null
  was_position: number
  was_state: string
  was_starts_at: Timestamp
  was_raise_cents: Cents
  crew_id: UserId | null
  position: number
  why_open: string | null
}

interface DisputeTable {
  id: Generated<DisputeId>
  visit_id: VisitId
  customer_id: UserId
  crew_id: UserId
  problem: 'not_done' | 'poorly_done' | 'damage' | 'wrong_place' | 'other'
  note: string
  state: 'open' | 'answered' | 'redo' | 'refunded' | 'rejected' | 'withdrawn'
  opened_at: Timestamp
  crew_note: Generated<string>
  is_automatic: Generated<boolean>
  decided_by: UserId | null
  decided_at: Timestamp<null>
  decision_note: Generated<string>
  amount_cents: Cents | null
  refund_id: RefundId | null
  redo_visit_id: VisitId | null
  approval_id: ApprovalId | null
}

interface DisputeEventTable {
  id: GeneratedAlways<number>
  dispute_id: DisputeId
  at: Timestamp
  actor_id: UserId | null
  actor_role: 'customer' | 'crew' | 'operator' | 'system'
  transition: string
  from_state: string | null
  to_state: string
  note: Generated<string>
}

interface EarningTable {
  id: Generated<EarningId>
  crew_id: UserId
  visit_id: VisitId | null
  kind: 'visit' | 'tip' | 'clawback' | 'adjustment' | 'partner' | 'commission'
  amount_cents: Cents
  earned_at: Timestamp
  available_at: Timestamp
  payout_id: PayoutId | null
}

interface ExtraWorkTable {
  id: Generated<ExtraWorkId>
  visit_id: VisitId
  crew_id: UserId
  service_key: string | null
  quantity: number
  note: Json<'extra_work.note'>
  amount_cents: Cents
  photo_id: PhotoId | null
  state: Generated<'proposed' | 'approved' | 'declined' | 'withdrawn' | 'expired'>
  proposed_at: Timestamp
  expires_at: Timestamp
  closed_at: Timestamp<null>
}

interface FormerSessionTokenTable {
  token_hash: Buffer
  session_id: SessionId
  expires_at: Timestamp
}

interface FraudWarningTable {
  id: string
  payment_id: PaymentId | null
  provider_intent_id: string
  is_actionable: boolean
  warned_at: Timestamp
  dismissed_at: Timestamp<null>
  answered_by: UserId | null
}

interface GoLinkTable {
  code: string
  purpose: 'visit' | 'receipt' | 'offer' | 'share' | 'invoice'
  subject_id: string
  user_id: UserId
  created_at: Timestamp
  expires_at: Timestamp
  uses: Generated<number>
  last_used_at: Timestamp<null>
  revoked_at: Timestamp<null>
}

interface HolidayRuleTable {
  rule_set_id: HolidayRuleSetId
  key: string
  name_en: string
  name_es: string
  month: number
  day: number | null
  nth: number | null
  weekday: 1 | 2 | 3 | 4 | 5 | 6 | 7 | null
  effect: 'shift' | 'skip' | 'none'
  weekend: Generated<'ignore' | 'keep' | 'observe'>
}

interface HolidayRuleSetTable {
  id: Generated<HolidayRuleSetId>
  name: string
  service_keys: string[] | null
  second_holiday: Generated<'once' | 'adds'>
  is_following: Generated<boolean>
  follow_total: Generated<number>
  follow_done: Generated<number>
  created_at: Timestamp
  updated_at: Timestamp
}

interface HospitableAccountTable {
  id: Generated<HospitableAccountId>
  customer_id: UserId
  hospitable_id: string
  name: string
  email: string
  state: 'connected' | 'lapsed' | 'ended'
  tokens_sealed: Buffer | null
  pair_number: Generated<number>
  access_expires_at: Timestamp
  refresh_expires_at: Timestamp
  refreshing_until: Timestamp<null>
  connected_at: Timestamp
  ended_at: Timestamp<null>
  last_read_at: Timestamp<null>
  next_read_at: Timestamp
  failures: Generated<number>
}

interface HospitableCodeTable {
  code_hash: Buffer
  customer_id: UserId
  taken_at: Timestamp
}

interface HospitableEventTable {
  id: string
  action: string
  received_at: Timestamp
}

interface HospitablePropertyTable {
  account_id: HospitableAccountId
  hospitable_id: string
  name: string
  address: string
  lat: number | null
  lng: number | null
  parent_id: string | null
  property_id: PropertyId | null
  seen_at: Timestamp
  gone_at: Timestamp<null>
  merged_into: string | null
}

interface HouseTextTable {
  page: 'terms' | 'privacy' | 'help'
  version: number
  body_en: string
  body_es: string
  note: Generated<string>
  published_at: Timestamp
  published_by: string | null
}

interface IdempotentReplyTable {
  user_id: UserId
  key: string
  endpoint: string
  request_hash: Buffer
  status: number | null
  reply: Json<'idempotent_reply.reply', null>
  created_at: Timestamp
  steps: Generated<Buffer[]>
  claimed_until: Timestamp
}

interface IdentityMarkTable {
  user_id: UserId
  kind: 'card' | 'bank' | 'device'
  mark: string
  seen_at: Timestamp
}

interface InstallationTable {
  key: string
  value: Json<'installation.value'>
  updated_at: Timestamp
}

interface InvoiceTable {
  id: Generated<InvoiceId>
  payment_id: PaymentId
  customer_id: UserId
  market_id: string
  year: number
  number: number
  issued_on: LocalDate
  due_on: LocalDate
  company_name: string
  billing_address: string
  po_number: string
  copies_to: string[]
  total_cents: Cents
  paid_cents: Generated<Cents>
  credited_cents: Generated<Cents>
  created_at: Timestamp
  closed_at: Timestamp<null>
  voided_at: Timestamp<null>
  replaced_by: InvoiceId | null
  tax_number: Generated<string>
}

interface InvoiceReceiptTable {
  id: Generated<InvoiceReceiptId>
  invoice_id: InvoiceId
  way: 'card' | 'bank_account' | 'check' | 'wire' | 'other'
  state: 'asked' | 'received' | 'failed' | 'returned'
  amount_cents: Cents
  part_payment_id: PaymentId | null
  provider_customer_id: string | null
  provider_method_id: string | null
  method_name: Generated<string>
  reference: Generated<string>
  asked_as: string | null
  received_on: LocalDate | null
  recorded_by: UserId | null
  failure: string | null
  created_at: Timestamp
}

interface InvoiceReminderTable {
  invoice_id: InvoiceId
  day: number
  sent_at: Timestamp
}

interface JobFilterTable {
  id: Generated<JobFilterId>
  customer_id: UserId
  name: string
  search: string
  group_id: PropertyGroupId | null
  service_key: string
  crew_id: UserId | null
  weekday: 1 | 2 | 3 | 4 | 5 | 6 | 7 | null
  state: '' | 'active' | 'paused'
  created_at: Timestamp
  share_id: ShareId | null
}

interface LateCompletionTable {
  id: Generated<LateCompletionId>
  visit_id: VisitId
  crew_id: UserId
  reason: 'cancelled' | 'skipped' | 'reassigned' | 'too_late'
  done_at: Timestamp
  lat: number | null
  lng: number | null
  accuracy_meters: number | null
  note: Generated<string>
  received_at: Timestamp
  changed_at: Timestamp<null>
  changed_by: 'customer' | 'crew' | 'operator' | 'system' | null
  state: Generated<'waiting' | 'accepted' | 'dismissed'>
  decided_at: Timestamp<null>
  decided_by: UserId | null
  decision_note: Generated<string>
}

interface LedgerAccountTable {
  id: GeneratedAlways<number>
  kind: string
  owner_id: UserId | null
  market_id: string | null
}

interface LedgerJournalTable {
  id: GeneratedAlways<number>
  key: string
  kind: string
  at: Timestamp
  subject_id: string | null
  memo: Generated<string>
  posted_at: Timestamp<never, undefined>
  market_id: string | null
}

interface LedgerPostingTable {
  id: GeneratedAlways<number>
  journal_id: number
  account_id: number
  amount_cents: Cents
}

interface LedgerSealTable {
  market_id: string
  kind: string
  amount_cents: Cents
}

interface LedgerSealAccountTable {
  market_id: string
  account_id: number
}

interface LedgerSealMarkTable {
  is_only: Generated<boolean>
  through_journal: number
}

interface LedgerSealMarketTable {
  market_id: string
  journal_count: number
}

interface LetterheadTable {
  market_id: string
  version: number
  legal_name: string
  postal_address: string
  tax_number: string
  saved_at: Timestamp
  saved_by: UserId
}

interface LiveEventTable {
  id: GeneratedAlways<number>
  xact: Generated<number>
  at: Timestamp<never, undefined>
  user_id: string | null
  kind: string
  ids: Generated<string[]>
  market_id: string | null
}

interface LiveHorizonTable {
  is_only: Generated<boolean>
  pruned_xact: Generated<number>
}

interface LowSupplyTable {
  property_id: PropertyId
  service_key: string
  item_key: string
  words: Json<'low_supply.words'>
  visit_id: VisitId
  since: Timestamp
  is_withdrawn: Generated<boolean>
}

interface MarketTable {
  id: string
  name: string
  time_zone: string
  lat: number | null
  lng: number | null
  holiday_rule_set_id: HolidayRuleSetId | null
  state: Generated<'waitlist' | 'open' | 'closed'>
  area: Json<'market.area', null>
  south: number | null
  west: number | null
  north: number | null
  east: number | null
  service_keys: string[] | null
  opened_at: Timestamp<null>
  support_email: string | null
  support_phone: string | null
  version: Generated<number>
}

interface NoticeTable {
  id: Generated<NoticeId>
  user_id: UserId
  event: string
  key: string
  title: string
  text: string
  url: string
  visit_id: VisitId | null
  visit_starts_at: Timestamp<null>
  visit_crew_id: UserId | null
  until: Timestamp<null>
  is_urgent: Generated<boolean>
  is_in_app: Generated<boolean>
  created_at: Timestamp
  read_at: Timestamp<null>
  property_id: PropertyId | null
  weekly_job_id: WeeklyJobId | null
  share_id: ShareId | null
  market_id: string | null
}

interface NoticePreferenceTable {
  user_id: UserId
  event: string
  channel: 'in_app' | 'mail' | 'sms' | 'push'
  is_on: boolean
}

interface OfferTable {
  id: Generated<OfferId>
  visit_id: VisitId
  crew_id: UserId
  wave: number
  is_standing: Generated<boolean>
  pay_cents: Cents
  raise_cents: Cents
  starts_at: Timestamp
  ends_at: Timestamp
  quantity: number
  state: Generated<'open' | 'accepted' | 'declined' | 'expired' | 'withdrawn' | 'lost'>
  sent_at: Timestamp
  expires_at: Timestamp
  decided_at: Timestamp<null>
  is_chosen: Generated<boolean>
  market_id: string | null
}

interface OfferingTable {
  visit_id: VisitId
  began_at: Timestamp
  waves_done: Generated<number>
  wave_expires_at: Timestamp<null>
  is_standing: Generated<boolean>
  operator_notified_at: Timestamp<null>
  left_by_crew_id: UserId | null
}

interface OnDemandDraftTable {
  token_hash: Buffer
  customer_id: UserId | null
  content: Json<'on_demand_draft.content'>
  created_at: Timestamp
  updated_at: Timestamp
  expires_at: Timestamp
}

interface OnDemandOrderTable {
  id: Generated<OnDemandOrderId>
  customer_id: UserId
  property_id: PropertyId
  service_key: string
  quantity: number
  is_now: boolean
  date: LocalDate
  starts_at: Timestamp
  ends_at: Timestamp
  notes: Generated<string>
  price_lines: Json<'on_demand_order.price_lines'>
  total_cents: Cents
  state: 'booking' | 'declined' | 'booked' | 'done' | 'cancelled' | 'nobody_found' | 'missed' | 'no_access'
  decline_code: string | null
  draft_hash: Buffer
  visit_id: VisitId | null
  payment_id: PaymentId | null
  fee_cents: Generated<Cents>
  fee_crew_cents: Generated<Cents>
  credit_cents: Generated<Cents>
  created_at: Timestamp
  updated_at: Timestamp
  ended_at: Timestamp<null>
}

interface OneTimeTokenTable {
  token_hash: Buffer
  user_id: UserId
  purpose: 'reset_password' | 'sign_in' | 'change_email' | 'update_billing' | 'my_assignments'
  goes_to: string | null
  created_at: Timestamp
  expires_at: Timestamp
}

interface OperatorMarketTable {
  user_id: UserId
  market_id: string
  role: 'owner' | 'dispatcher' | 'support' | 'finance' | 'reader'
}

interface OrderPhotoTable {
  id: Generated<PhotoId>
  draft_hash: Buffer | null
  order_id: OnDemandOrderId | null
  storage_key: string
  sha256: Buffer
  width: number
  height: number
  size_bytes: number
  created_at: Timestamp
}

interface OutboxMessageTable {
  id: Generated<OutboxMessageId>
  channel: 'mail' | 'sms' | 'push'
  recipient: string
  subject: Generated<string>
  body: string
  dedupe_key: string | null
  user_id: UserId | null
  created_at: Timestamp
  attachments: Generated<string[]>
  market_id: string | null
  state: Generated<'sent' | 'failed'>
  tries: Generated<number>
  last_error: Generated<string>
  resent_at: Timestamp<null>
  resent_count: Generated<number>
  kind: GeneratedAlways<string>
}

interface PaperNumberTable {
  market_id: string
  series: 'invoice' | 'credit_note'
  year: number
  last: number
}

interface PaperPreferenceTable {
  user_id: UserId
  mails_receipts: boolean
}

interface PartnerCrewTable {
  market_id: string
  partner: Generated<string>
  crew_ref: string
  crew_id: UserId
  chosen_at: Timestamp
}

interface PartnerLineTable {
  id: Generated<PartnerLineId>
  statement_id: PartnerStatementId
  market_id: string
  partner: Generated<string>
  row_number: number
  period_start: LocalDate
  period_end: LocalDate
  crew_ref: string
  partner_crew_id: string | null
  crew_name: string | null
  email: string | null
  phone: string | null
  line_ref: string
  stops: number | null
  amount_cents: Cents
  crew_id: UserId | null
  matched_by: 'operator' | 'email' | 'phone' | null
  earning_id: EarningId | null
  moves: Generated<number>
}

interface PartnerPaymentTable {
  id: Generated<PartnerPaymentId>
  statement_id: PartnerStatementId
  amount_cents: Cents
  paid_on: LocalDate
  reference: string
  recorded_by: UserId
  recorded_at: Timestamp
  voided_by: UserId | null
  voided_at: Timestamp<null>
}

interface PartnerStatementTable {
  id: Generated<PartnerStatementId>
  market_id: string
  partner: Generated<string>
  file_name: string
  file_hash: string
  header: Json<'partner_statement.header'>
  rows: Json<'partner_statement.rows'>
  mapping: Json<'partner_statement.mapping', null>
  uploaded_by: UserId
  uploaded_at: Timestamp
  confirmed_by: UserId | null
  confirmed_at: Timestamp<null>
  repeated_lines: Generated<number>
  refused_rows: Generated<number>
}

interface PasskeyTable {
  id: Generated<PasskeyId>
  user_id: UserId
  credential_id: Buffer
  public_key: Buffer
  sign_count: number
  transports: string[]
  is_synced: boolean
  name: string
  created_at: Timestamp
  last_used_at: Timestamp<null>
}

interface PasskeyChallengeTable {
  challenge_hash: Buffer
  purpose: 'add' | 'sign_in' | 'confirm'
  asker_hash: Buffer
  expires_at: Timestamp
}

interface PaymentTable {
  id: Generated<PaymentId>
  customer_id: UserId
  period_start: LocalDate
  period_end: LocalDate
  state: 'due' | 'charging' | 'paid' | 'declined' | 'written_off' | 'invoiced'
  subtotal_cents: Cents
  tax_cents: Generated<Cents>
  coupon_cents: Generated<Cents>
  total_cents: Cents
  refunded_cents: Generated<Cents>
  provider_intent_id: string | null
  attempts: Generated<number>
  failed_retries: Generated<number>
  first_failed_at: Timestamp<null>
  next_attempt_at: Timestamp<null>
  last_decline: string | null
  created_at: Timestamp
  paid_at: Timestamp<null>
  kind: Generated<'weekly' | 'on_demand' | 'fee' | 'tip' | 'invoice' | 'invoice_part' | 'returned_debit'>
  credit_cents: Generated<Cents>
  charged_brand: string | null
  charged_last4: string | null
  merged_from: UserId | null
}

interface PaymentLineTable {
  id: Generated<PaymentLineId>
  payment_id: PaymentId
  visit_id: VisitId | null
  kind: 'visit' | 'tax' | 'coupon' | 'credit' | 'fee' | 'tip' | 'invoice'
  description: string
  amount_cents: Cents
  tip_id: TipId | null
}

interface PaymentMethodTable {
  user_id: UserId
  provider_customer_id: string
  provider_method_id: string
  brand: string
  last4: string
  expires_month: number | null
  expires_year: number | null
  fingerprint: string
  updated_at: Timestamp
  kind: Generated<'card' | 'bank_account'>
  pays_bills: Generated<boolean>
}

interface PayoutTable {
  id: Generated<PayoutId>
  crew_id: UserId
  period_start: LocalDate
  period_end: LocalDate
  kind: Generated<'weekly' | 'instant' | 'commission'>
  state: 'sending' | 'in_transit' | 'paid' | 'returned' | 'failed'
  amount_cents: Cents
  fee_cents: Generated<Cents>
  provider_account_id: string
  provider_payout_id: string | null
  failure: string | null
  created_at: Timestamp
  paid_at: Timestamp<null>
  bank_number: Generated<number>
  asked_at: Timestamp<null>
  ask_number: Generated<number>
  sent_at: Timestamp<null>
  arrives_at: Timestamp<null>
  short_since: Timestamp<null>
  is_refused: Generated<boolean>
}

interface PayoutAccountTable {
  user_id: UserId
  account_id: string
  state: Generated<'pending' | 'ready' | 'restricted'>
  requirements: Generated<string[]>
  deadline: Timestamp<null>
  disabled_reason: string | null
  bank_name: string | null
  bank_last4: string | null
  bank_fingerprint: string | null
  has_instant_payouts: Generated<boolean>
}

interface PayoutTransferTable {
  payout_id: PayoutId
  number: number
  source_intent_id: string | null
  amount_cents: Cents
  reversed_cents: Generated<Cents>
  state: Generated<'waiting' | 'made' | 'reversing' | 'reversed' | 'failed'>
  provider_transfer_id: string | null
  provider_reversal_id: string | null
  asked_at: Timestamp<null>
  ask_number: Generated<number>
}

interface PersonNoteTable {
  id: Generated<PersonNoteId>
  person_id: UserId
  author_id: UserId
  text: string
  created_at: Timestamp
  removed_at: Timestamp<null>
  about_kind: 'visit' | 'place' | 'complex' | 'job' | 'payment' | 'payout' | null
  about_id: string | null
}

interface PhotoTable {
  id: Generated<PhotoId>
  owner_id: UserId
  visit_id: VisitId | null
  storage_key: string
  sha256: Buffer
  width: number
  height: number
  size_bytes: number
  taken_at: Timestamp<null>
  created_at: Timestamp
  purpose: Generated<'proof' | 'access' | 'extra' | 'face'>
  dispute_id: DisputeId | null
  item_key: string | null
}

interface PickupDayTable {
  weekly_job_id: WeeklyJobId
  date: LocalDate
  not_before: LocalTime | null
  is_extra: Generated<boolean>
  is_kept: Generated<boolean>
  nights: number | null
  guests: number | null
  created_at: Timestamp
}

interface PickupRuleTable {
  property_id: PropertyId
  is_on: boolean
  check_out_time: LocalTime
  extra_nights: number | null
  extra_guests: number | null
  counts_closed: boolean
  updated_at: Timestamp
}

interface PlaceChecklistTable {
  property_id: PropertyId
  service_key: string
  version: number
  items: Json<'place_checklist.items'>
  saved_at: Timestamp
  replaced_at: Timestamp<null>
}

interface PlaceCrewTable {
  property_id: PropertyId
  rank: number
  crew_id: UserId
}

interface PriceTable {
  id: Generated<PriceId>
  service_key: string
  scope: 'default' | 'market' | 'group' | 'property' | 'complex'
  scope_id: string | null
  base_cents: Cents
  unit_cents: Cents
  minimum_cents: Cents
  in_force_from: Timestamp
  created_at: Timestamp
  written_by: string | null
  market_id: string | null
  is_end: Generated<boolean>
  from_day: LocalDate | null
}

interface PropertyTable {
  id: Generated<PropertyId>
  customer_id: UserId
  group_id: PropertyGroupId | null
  external_ref: string | null
  name: string
  address: string | null
  neighbourhood: string | null
  kind: string | null
  lat: number
  lng: number
  time_zone: string
  access_notes: Generated<string>
  last_import_id: PropertyImportId | null
  created_at: Timestamp
  updated_at: Timestamp
  removed_at: Timestamp<null>
  holiday_rule_set_id: HolidayRuleSetId | null
  complex_id: ComplexId | null
}

interface PropertyGroupTable {
  id: Generated<PropertyGroupId>
  customer_id: UserId
  name: string
  created_at: Timestamp
}

interface PropertyImportTable {
  id: Generated<PropertyImportId>
  customer_id: UserId
  file_name: string
  stored_as: string
  size_bytes: number
  delimiter: string
  header: Json<'property_import.header'>
  state: 'uploaded' | 'running' | 'done' | 'failed'
  mapping: Json<'property_import.mapping', null>
  next_byte: number
  next_row: number
  total_rows: Generated<number>
  read_rows: Generated<number>
  added: Generated<number>
  updated: Generated<number>
  unchanged: Generated<number>
  refused: Generated<number>
  failure: string | null
  created_at: Timestamp
  finished_at: Timestamp<null>
}

interface PropertyImportRefusalTable {
  import_id: PropertyImportId
  row_number: number
  field: string
  reason: string
  raw: string
}

interface ProviderAnswerTable {
  port: 'mail' | 'sms' | 'push' | 'photos' | 'places' | 'matrix' | 'payments' | 'hospitable'
  is_ok: boolean
  answered_at: Timestamp
  took_ms: number
  call: string
  error: string
  failed_at: Timestamp<null>
}

interface ProviderEventTable {
  id: string
  type: string
  object_id: string
  received_at: Timestamp
  subject: Generated<string>
  account_id: string | null
  happened_at: Timestamp<null>
}

interface ProviderMovementTable {
  id: string
  kind: 'charge' | 'refund' | 'refund_failed' | 'transfer' | 'reversal' | 'chargeback' | 'chargeback_won' | 'fee' | 'platform_payout' | 'adjustment'
  amount_cents: Cents
  fee_cents: Cents
  object_id: string | null
  reference: string | null
  at: Timestamp
}

interface PushSubscriptionTable {
  id: Generated<PushSubscriptionId>
  user_id: UserId
  session_id: SessionId
  endpoint: string
  p256dh: string
  auth: string
  created_at: Timestamp
}

interface PushedDayTable {
  id: Generated<PushedDayId>
  market_id: string
  date: LocalDate
  to_date: LocalDate | null
  lat: number | null
  lng: number | null
  radius_feet: number | null
  service_keys: string[] | null
  reason: 'snow' | 'hauler' | 'other'
  note: Generated<string>
  state: Generated<'running' | 'done' | 'undoing' | 'undone'>
  after_visit_id: string | null
  total_count: Generated<number>
  moved_count: Generated<number>
  skipped_count: Generated<number>
  created_by: UserId
  created_at: Timestamp
  finished_at: Timestamp<null>
  undo_until: Timestamp
  undone_by: UserId | null
  undone_at: Timestamp<null>
}

interface PushedDayVisitTable {
  pushed_day_id: PushedDayId
  visit_id: VisitId
  outcome: 'moved' | 'skipped'
  was_date: LocalDate
  was_starts_at: Timestamp
  was_ends_at: Timestamp
  was_state: string
  was_crew_id: string | null
  was_assignment_id: string | null
  was_position: number
  was_moved_from: LocalDate | null
  was_moved_by: string | null
  was_moved_source: string | null
  was_move: Json<'pushed_day_visit.was_move', null>
  standby_cents: Cents | null
}

interface QueueFilterTable {
  id: Generated<QueueFilterId>
  user_id: UserId
  kind: string
  name: string
  owner: 'anyone' | 'me' | 'nobody'
  service_key: string
  text: string
  waits_hours: number
  is_default: boolean
}

interface QueueItemTable {
  kind: string
  subject_id: string
  owner_id: UserId
  taken_at: Timestamp
  settled_at: Timestamp<null>
}

interface QuietHoursTable {
  user_id: UserId
  is_on: boolean
  starts: LocalTime
  ends: LocalTime
  holds_mail: boolean
}

interface RatingTable {
  visit_id: VisitId
  side: 'customer' | 'crew'
  crew_id: UserId
  customer_id: UserId
  stars: 1 | 2 | 3 | 4 | 5
  note: Generated<string>
  given_at: Timestamp
  changed_at: Timestamp
  done_at: Timestamp<null>
}

interface RatingRequestTable {
  visit_id: VisitId
  customer_id: UserId
  asked_at: Timestamp
}

interface ReconcileCountTable {
  run_id: ReconcileRunId
  check_name: string
  market_id: string | null
  compared: number
  amount_cents: Cents
  differing: number
}

interface ReconcileDifferenceTable {
  id: Generated<ReconcileDifferenceId>
  check_name: string
  subject_kind: string
  subject: string
  market_id: string | null
  sentence: string
  ours_cents: Cents | null
  theirs_cents: Cents | null
  state: Generated<'open' | 'explained' | 'gone'>
  first_seen_at: Timestamp
  last_seen_at: Timestamp
  last_run_id: ReconcileRunId
  gone_at: Timestamp<null>
  note: Generated<string>
  explained_by: UserId | null
  explained_at: Timestamp<null>
  alarms: Generated<number>
}

interface ReconcileRunTable {
  id: Generated<ReconcileRunId>
  kind: 'nightly' | 'complete'
  state: Generated<'running' | 'finished'>
  requested_by: UserId | null
  started_at: Timestamp
  finished_at: Timestamp<null>
  since: Timestamp
  after_journal: number
  last_journal: number
  part: Generated<number>
  after: string | null
  slices: Generated<number>
}

interface ReconcileSubjectTable {
  run_id: ReconcileRunId
  kind: string
  subject: string
}

interface RecoveryCodeTable {
  user_id: UserId
  code_hash: Buffer
  used_at: Timestamp<null>
}

interface ReferralReviewTable {
  brought_id: UserId
  sponsor_id: UserId
  market_id: string
  state: 'parked' | 'refused' | 'approved'
  reasons: string[]
  allowed: Generated<string[]>
  refusal_id: string | null
  found_at: Timestamp
  decided_by: UserId | null
  decided_at: Timestamp<null>
  note: Generated<string>
}

interface RefundTable {
  id: Generated<RefundId>
  payment_id: PaymentId
  amount_cents: Cents
  reason: string
  claws_back_crew_pay: Generated<boolean>
  state: 'pending' | 'succeeded' | 'failed'
  provider_refund_id: string | null
  created_at: Timestamp
  credit_cents: Generated<Cents>
  visit_id: VisitId | null
  asked_at: Timestamp<null>
  ask_number: Generated<number>
  failure: string | null
  settled_at: Timestamp<null>
  retried_as: RefundId | null
  is_from_provider: Generated<boolean>
  through_payment_id: PaymentId | null
  leading_id: RefundId | null
  approval_id: ApprovalId | null
}

interface RefundPartTable {
  id: Generated<RefundPartId>
  kind: 'work' | 'tip' | 'fee'
  refund_id: RefundId | null
  dispute_id: DisputeId | null
  visit_id: VisitId | null
  tip_id: TipId | null
  payment_id: PaymentId | null
  crew_id: UserId | null
  amount_cents: Cents
  tax_cents: Cents
  clawing_cents: Cents
  crew_cents: Cents
  undone_at: Timestamp<null>
  created_at: Timestamp
}

interface ReportAddressTable {
  id: Generated<ReportAddressId>
  complex_id: ComplexId
  email: string
  locale: 'en' | 'es'
  token_hash: Buffer
  asked_at: Timestamp
  confirmed_at: Timestamp<null>
  last_night: LocalDate | null
  former_token_hash: Buffer | null
}

interface RouteTable {
  id: Generated<RouteId>
  crew_id: UserId
  weekday: 1 | 2 | 3 | 4 | 5 | 6 | 7
  driving_feet: number
  driving_seconds: number
  pay_cents: Cents
  taken_at: Timestamp
}

interface SalesTaxEntryTable {
  id: GeneratedAlways<number>
  market_id: string
  journal_key: string
  visit_id: VisitId
  at: Timestamp
  kind: 'sale' | 'refund'
  service_key: string
  treatment: 'taxable' | 'exempt' | 'untaxed'
  sales_cents: Cents
  tax_cents: Cents
  parts: Json<'sales_tax_entry.parts', null>
  exemption_id: TaxExemptionId | null
}

interface SalesTaxFilingTable {
  id: Generated<SalesTaxFilingId>
  market_id: string
  period_start: LocalDate
  period_end: LocalDate
  opening_cents: Cents
  collected_cents: Cents
  refunded_cents: Cents
  paid_cents: Cents
  confirmation: string
  filed_by: UserId | null
  filed_at: Timestamp
}

interface SalesTaxSealTable {
  market_id: string
  month: LocalDate
  tax_cents: Cents
}

interface ScheduleMoveTable {
  weekly_job_id: WeeklyJobId
  from_date: LocalDate
  to_date: LocalDate
  sets_window: Generated<boolean>
  window_start: LocalTime | null
  window_end: LocalTime | null
  quantity: number | null
  reason: 'customer' | 'pushed'
  pushed_day_id: PushedDayId | null
  created_by: UserId | null
  created_at: Timestamp
}

interface SearchEntryTable {
  kind: 'customer' | 'crew' | 'operator' | 'place' | 'complex' | 'group' | 'note'
  subject_id: SearchEntryId
  owner_id: UserId
  market_id: string
  title: string
  detail: string
  is_removed: Generated<boolean>
  folded_title: string
  words: string
}

interface SearchMarkTable {
  operator_id: UserId
  subject_id: string
  opened_at: Timestamp
  is_pinned: Generated<boolean>
}

interface SecondFactorTable {
  user_id: UserId
  secret_sealed: Buffer | null
  pending_sealed: Buffer | null
  last_step: Generated<number>
  confirmed_at: Timestamp<null>
}

interface SeeingTable {
  id: Generated<SeeingId>
  operator_id: UserId
  person_id: UserId
  began_at: Timestamp
  ends_at: Timestamp
}

interface ServiceTable {
  key: string
  name_en: string
  name_es: string
  unit_en: string
  unit_es: string
  icon: string
  minutes: number
  minutes_per_unit: Generated<number>
  photos_required: Generated<number>
  is_weekly: Generated<boolean>
  sort: Generated<number>
  is_active: Generated<boolean>
  is_on_demand: Generated<boolean>
  units_en: string
  units_es: string
  version: Generated<number>
  needs: Generated<string[]>
}

interface ServiceChangeTable {
  service_key: string
  from_date: LocalDate
  minutes: number
  minutes_per_unit: number
  photos_required: number
  needs: string[]
  planned_at: Timestamp
  planned_by: UserId
}

interface ServiceChecklistTable {
  service_key: string
  version: number
  items: Json<'service_checklist.items'>
  saved_at: Timestamp
  saved_by: UserId
  replaced_at: Timestamp<null>
}

interface ServicePastTable {
  id: Generated<ServicePastId>
  service_key: string
  name_en: string
  name_es: string
  unit_en: string
  units_en: string
  unit_es: string
  units_es: string
  icon: string
  minutes: number
  minutes_per_unit: number
  photos_required: number
  replaced_at: Timestamp
  replaced_by: UserId
  needs: Generated<string[]>
}

interface SessionTable {
  token_hash: Buffer
  id: Generated<SessionId>
  user_id: UserId
  user_agent: string
  created_at: Timestamp
  last_seen_at: Timestamp
  authenticated_at: Timestamp
  expires_at: Timestamp
  second_factor_at: Timestamp<null>
  share_id: ShareId | null
}

interface SettingTable {
  id: GeneratedAlways<number>
  market_id: string | null
  key: string
  value: Json<'setting.value', null>
  in_force_from: Timestamp
  written_by: UserId | null
  created_at: Timestamp
}

interface ShareTable {
  id: Generated<ShareId>
  owner_id: UserId
  helper_id: UserId | null
  name: string
  email: string
  locale: 'en' | 'es'
  role: 'see' | 'schedule' | 'pay' | 'all'
  is_whole: boolean
  token_hash: Buffer | null
  gets_notices: Generated<boolean>
  created_at: Timestamp
  sent_at: Timestamp
  expires_at: Timestamp
  joined_at: Timestamp<null>
  ended_at: Timestamp<null>
  gets_reminders: Generated<boolean>
}

interface ShareActionTable {
  id: Generated<ShareActionId>
  owner_id: UserId
  share_id: ShareId
  call: string
  try_id: ShareActionId
  property_id: PropertyId | null
  visit_id: VisitId | null
  at: Timestamp
}

interface ShareGroupTable {
  share_id: ShareId
  property_group_id: PropertyGroupId | null
  complex_group_id: ComplexGroupId | null
}

interface SignInTable {
  id: Generated<SignInId>
  user_id: UserId
  user_agent: string
  at: Timestamp
  market_id: string | null
}

interface SignInCodeTable {
  token_hash: Buffer
  channel: 'phone' | 'email'
  recipient: string
  tries: Generated<number>
  proven_at: Timestamp<null>
  created_at: Timestamp
  expires_at: Timestamp
}

interface SmsOptOutTable {
  phone: string
  opted_out_at: Timestamp
}

interface StaffInvitationTable {
  id: Generated<StaffInvitationId>
  email: string
  name: string
  locale: 'en' | 'es'
  staff_role: 'owner' | 'dispatcher' | 'support' | 'finance' | 'reader' | null
  token_hash: Buffer
  invited_by: UserId
  created_at: Timestamp
  sent_at: Timestamp
  expires_at: Timestamp
  withdrawn_at: Timestamp<null>
  joined_at: Timestamp<null>
  joined_as: UserId | null
}

interface StaffInvitationRoleTable {
  invitation_id: StaffInvitationId
  market_id: string
  role: 'owner' | 'dispatcher' | 'support' | 'finance' | 'reader'
}

interface StayTable {
  id: Generated<StayId>
  property_id: PropertyId
  kind: 'stay' | 'owner' | 'block'
  is_guess: boolean
  state: 'booked' | 'cancelled'
  check_in: LocalDate
  check_out: LocalDate
  check_in_time: LocalTime | null
  check_out_time: LocalTime | null
  guests: number | null
  pets: number | null
  platform: 'airbnb' | 'vrbo' | 'booking' | 'google' | 'hospitable' | 'direct' | 'other' | null
  code: string | null
  created_at: Timestamp
  changed_at: Timestamp
}

interface StayFeedTable {
  source_id: StaySourceId
  sealed_address: Buffer
  host: string
  ending: string
  etag: string | null
  last_modified: string | null
  next_read_at: Timestamp<null>
  read_at: Timestamp<null>
  good_at: Timestamp<null>
  failures: Generated<number>
  fault: string | null
  missing: Generated<number>
  doubt: 'empty' | 'many_missing' | null
  ignored: Json<'stay_feed.ignored', never, undefined>
  changed_at: Timestamp<null>
  added: Generated<number>
  moved: Generated<number>
  cancelled: Generated<number>
  silent_since: Timestamp<null>
}

interface StayReportTable {
  source_id: StaySourceId
  external_id: string
  stay_id: StayId
  kind: 'stay' | 'owner' | 'block'
  is_guess: boolean
  state: 'booked' | 'cancelled'
  check_in: LocalDate
  check_out: LocalDate
  check_in_time: LocalTime | null
  check_out_time: LocalTime | null
  guests: number | null
  pets: number | null
  platform: 'airbnb' | 'vrbo' | 'booking' | 'google' | 'hospitable' | 'direct' | 'other' | null
  code: string | null
  changed_at: Timestamp
  missing_since: Timestamp<null>
}

interface StaySourceTable {
  id: Generated<StaySourceId>
  property_id: PropertyId
  kind: 'account' | 'feed'
  platform: 'airbnb' | 'vrbo' | 'booking' | 'google' | 'hospitable' | 'direct' | 'other'
  external_ref: string
  created_at: Timestamp
  paused_at: Timestamp<null>
  ended_at: Timestamp<null>
}

interface TaskTable {
  id: GeneratedAlways<number>
  kind: string
  payload: Json<'task.payload'>
  run_at: Timestamp
  attempts: Generated<number>
  dedupe_key: string | null
  last_error: string | null
  parked_at: Timestamp<null>
  created_at: Timestamp
  lane: string
  market_id: Generated<string>
}

interface TaskScheduleTable {
  kind: string
  next_run_at: Timestamp
}

interface TaxConsentTable {
  id: GeneratedAlways<number>
  crew_id: UserId
  version: number
  is_given: boolean
  created_at: Timestamp
}

interface TaxExemptionTable {
  id: Generated<TaxExemptionId>
  customer_id: UserId
  number: string
  issued_by: string
  starts_on: LocalDate
  expires_on: LocalDate
  storage_key: string
  file_type: 'image/webp' | 'application/pdf'
  state: Generated<'asked' | 'approved' | 'refused' | 'withdrawn'>
  note: Generated<string>
  asked_at: Timestamp
  decided_at: Timestamp<null>
  decided_by: UserId | null
  ended_on: LocalDate | null
  reminded_at: Timestamp<null>
}

interface TaxFormSentTable {
  crew_id: UserId
  year: number
  amount_cents: Cents
  sent_by: UserId
  sent_at: Timestamp
}

interface TaxReminderTable {
  crew_id: UserId
  year: number
  sent_at: Timestamp
}

interface TermsAcceptanceTable {
  user_id: UserId
  page: string
  version: number
  accepted_at: Timestamp
}

interface TimeOffTable {
  id: Generated<TimeOffId>
  crew_id: UserId
  from_date: LocalDate
  to_date: LocalDate
  note: Generated<string>
  created_at: Timestamp
}

interface TipTable {
  id: Generated<TipId>
  visit_id: VisitId
  customer_id: UserId
  crew_id: UserId
  amount_cents: Cents
  given_at: Timestamp
  is_billed: Generated<boolean>
}

interface TurnoverTable {
  visit_id: VisitId
  property_id: PropertyId
  stay_id: StayId | null
  is_by_hand: Generated<boolean>
  is_same_day: boolean
  guests: number | null
  nights: number
  pets: number | null
  created_at: Timestamp
  own_from: LocalTime | null
  own_until: LocalTime | null
}

interface TurnoverRuleTable {
  property_id: PropertyId
  is_on: boolean
  bedrooms: number
  check_in_time: LocalTime
  check_out_time: LocalTime
  finish_by: LocalTime
  updated_at: Timestamp
  counts_closed: Generated<boolean>
}

interface UnsubscribeTokenTable {
  token_hash: Buffer
  user_id: UserId
  event: string
  created_at: Timestamp
}

interface UsersTable {
  id: Generated<UserId>
  type: 'Customer' | 'Crew' | 'Operator'
  market_id: string
  email: string
  name: string
  phone: string | null
  password_hash: string | null
  locale: Generated<'en' | 'es'>
  time_zone: Generated<string>
  address: string | null
  lat: number | null
  lng: number | null
  frozen_until: Timestamp<null>
  frozen_notes: string | null
  referral_code: string
  sponsor_id: UserId | null
  coupon_code: string | null
  password_changed_at: Timestamp
  created_at: Timestamp
  holds_email: Generated<boolean>
  holds_phone: Generated<boolean>
  staff_role: 'owner' | 'dispatcher' | 'support' | 'finance' | 'reader' | null
}

interface ViolationTable {
  id: Generated<ViolationId>
  visit_id: VisitId
  building_id: BuildingId
  unit_label: string | null
  kind: 'loose_trash' | 'overweight' | 'hazardous' | 'bin_left_out' | 'blocked' | 'other'
  note: Generated<string>
  photo_id: PhotoId
  crew_id: UserId
  reported_at: Timestamp
  complex_id: ComplexId
  night: LocalDate
}

interface VisitTable {
  id: Generated<VisitId>
  weekly_job_id: WeeklyJobId | null
  customer_id: UserId
  property_id: PropertyId
  service_key: string
  date: LocalDate
  starts_at: Timestamp
  ends_at: Timestamp
  quantity: number
  state: Generated<'scheduled' | 'confirmed' | 'en_route' | 'in_progress' | 'completed' | 'cancelled' | 'skipped' | 'missed' | 'reopened'>
  crew_id: UserId | null
  assignment_id: AssignmentId | null
  position: Generated<number>
  started_at: Timestamp<null>
  completed_at: Timestamp<null>
  completed_lat: number | null
  completed_lng: number | null
  completed_distance_feet: number | null
  is_flagged: Generated<boolean>
  price_lines: Json<'visit.price_lines', null>
  price_cents: Cents | null
  crew_pay_cents: Cents | null
  created_at: Timestamp
  offer_raise_cents: Generated<Cents>
  expected_at: Timestamp<null>
  late_notified_at: Timestamp<null>
  missed_reason: 'no_access' | 'unsafe' | null
  moved_from: LocalDate | null
  moved_by: 'holiday' | 'pushed' | 'customer' | null
  moved_source: string | null
  revision: Generated<number>
  revised_at: Timestamp<never, undefined>
  is_turnover: Generated<boolean>
}

interface VisitChecklistTable {
  visit_id: VisitId
  crew_id: UserId
  items: Json<'visit_checklist.items'>
  kept_at: Timestamp
}

interface VisitEventTable {
  id: GeneratedAlways<number>
  visit_id: VisitId
  at: Timestamp
  actor_id: UserId | null
  actor_role: 'customer' | 'crew' | 'operator' | 'system'
  transition: string
  from_state: string
  to_state: string
  detail: Json<'visit_event.detail', never, undefined>
  crew_id: UserId | null
  counts_as: 'kept' | 'late_release' | 'missed' | null
}

interface VisitMarkTable {
  visit_id: VisitId
  item_key: string
  is_marked: boolean
  marked_at: Timestamp
  reason: string | null
  words: Generated<string>
}

interface VisitMessageTable {
  id: Generated<VisitMessageId>
  number: GeneratedAlways<number>
  visit_id: VisitId
  crew_id: UserId
  sender_id: UserId
  sender_role: 'customer' | 'crew' | 'operator'
  text: string
  photo_id: PhotoId | null
  created_at: Timestamp
}

interface VisitMessageReadTable {
  visit_id: VisitId
  user_id: UserId
  read_number: number
}

interface VisitReminderTable {
  visit_id: VisitId
  user_id: UserId
  starts_at: Timestamp
  notice_id: NoticeId | null
}

interface WaitingTipTable {
  id: Generated<TipId>
  visit_id: VisitId
  customer_id: UserId
  amount_cents: Cents
  waits_until: Timestamp
  created_at: Timestamp
}

interface WaitlistEntryTable {
  id: Generated<WaitlistEntryId>
  channel: 'mail' | 'sms'
  contact: string
  address: string
  lat: number
  lng: number
  locale: 'en' | 'es'
  created_at: Timestamp
}

interface WeeklyJobTable {
  id: Generated<WeeklyJobId>
  customer_id: UserId
  property_id: PropertyId
  service_key: string
  weekdays: (1 | 2 | 3 | 4 | 5 | 6 | 7)[]
  window_start: LocalTime | null
  window_end: LocalTime | null
  quantity: number
  starts_on: LocalDate
  ends_on: LocalDate | null
  state: Generated<'active' | 'paused' | 'cancelled'>
  notes: Generated<string>
  planned_until: LocalDate | null
  created_at: Timestamp
  updated_at: Timestamp
  rhythm: Json<'weekly_job.rhythm', null>
  open_days: Generated<number>
}

interface WeeklyJobEarlierTermsTable {
  weekly_job_id: WeeklyJobId
  until_date: LocalDate
  weekdays: (1 | 2 | 3 | 4 | 5 | 6 | 7)[]
  window_start: LocalTime | null
  window_end: LocalTime | null
  quantity: number
  rhythm: Json<'weekly_job_earlier_terms.rhythm', null>
}

interface WeeklyJobPauseTable {
  id: Generated<WeeklyJobPauseId>
  weekly_job_id: WeeklyJobId
  from_date: LocalDate
  to_date: LocalDate | null
  reason: 'customer' | 'dunning'
  created_at: Timestamp
}

interface WeeklyJobSkipTable {
  weekly_job_id: WeeklyJobId
  date: LocalDate
  reason: 'customer' | 'holiday' | 'dunning' | 'pushed' | 'vacant'
  created_at: Timestamp
  pushed_day_id: PushedDayId | null
}

interface WriteOffTable {
  payment_id: PaymentId
  customer_id: UserId
  operator_id: UserId
  amount_cents: Cents
  reason: string
  keeps_service: boolean
  created_at: Timestamp
}
