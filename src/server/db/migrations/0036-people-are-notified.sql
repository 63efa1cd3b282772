-- Words of the trade: people are notified, and what is refunded of one thing is a part of a refund or credit.

alter table visit rename column late_told_at to late_notified_at;

alter function tell_live() rename to notify_live;
alter function tell_market() rename to notify_market;

alter table given_back rename to refund_part;
alter table refund_part rename constraint given_back_pkey to refund_part_pkey;
alter table refund_part rename constraint given_back_amount_cents_check to refund_part_amount_cents_check;
alter table refund_part rename constraint given_back_check to refund_part_check;
alter table refund_part rename constraint given_back_crew_cents_check to refund_part_crew_cents_check;
alter table refund_part rename constraint given_back_kind_check to refund_part_kind_check;
alter table refund_part rename constraint given_back_tax_cents_check to refund_part_tax_cents_check;
alter table refund_part rename constraint given_back_whence_check to refund_part_cause_check;
alter table refund_part rename constraint given_back_crew_id_fkey to refund_part_crew_id_fkey;
alter table refund_part rename constraint given_back_dispute_id_fkey to refund_part_dispute_id_fkey;
alter table refund_part rename constraint given_back_payment_id_fkey to refund_part_payment_id_fkey;
alter table refund_part rename constraint given_back_refund_id_fkey to refund_part_refund_id_fkey;
alter table refund_part rename constraint given_back_tip_id_fkey to refund_part_tip_id_fkey;
alter table refund_part rename constraint given_back_visit_id_fkey to refund_part_visit_id_fkey;
alter index given_back_dispute_idx rename to refund_part_dispute_idx;
alter index given_back_payment_idx rename to refund_part_payment_idx;
alter index given_back_refund_idx rename to refund_part_refund_idx;
alter index given_back_visit_idx rename to refund_part_visit_idx;
