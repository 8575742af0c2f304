// Generated from the contract by `npm run openapi`. Do not edit.
export interface ErrorBody {
  /** Error message */
  readonly error: string;
  /** Stable error code */
  readonly code: string;
  readonly request_id: string;
  readonly details?: readonly {
    readonly path: readonly (string | number)[];
    readonly message: string;
    readonly code: string;
    /** With 402: what the plan limits */
    readonly entitlement?: string | undefined;
    /** With 402: the limit of the plan and its add-ons */
    readonly limit?: number | undefined;
    /** With 402: what counts against the limit */
    readonly used?: number | undefined;
    /** With 402: each plan (`plan:farm`) or add-on (`add_on:extra_seats`) that lifts the limit */
    readonly lifted_by?: readonly string[] | undefined;
  }[] | undefined;
}

export interface Order {
  readonly id: string;
  readonly brand_id: string;
  readonly customer_email?: string | undefined;
  readonly customer_name?: string | undefined;
  readonly customer_phone?: string | undefined;
  readonly customer_address?: string | undefined;
  readonly items: readonly {
    readonly product_id: string;
    readonly variant_id?: string | undefined;
    readonly quantity: number;
    readonly price: number;
    readonly fulfillment: 'pickup' | 'ship';
  }[];
  readonly fulfillment: 'pickup' | 'ship' | 'mixed';
  readonly stop_id?: string | undefined;
  /** Day of the pickup at the stop, YYYY-MM-DD */
  readonly pickup_date?: string | undefined;
  readonly promo_code?: string | undefined;
  readonly notes?: string | undefined;
  readonly contact_id?: string | undefined;
  readonly erased_customer_id?: string | undefined;
  readonly status: 'pending' | 'confirmed' | 'ready' | 'completed' | 'cancelled';
  readonly total: number;
  readonly currency: string;
  readonly subtotal_cents: number;
  readonly discount_cents: number;
  readonly shipping_cents: number;
  readonly tax_cents: number;
  readonly credit_cents: number;
  readonly total_cents: number;
  readonly amount_due_cents: number;
  readonly amount_due: number;
  readonly taxes_included: boolean;
  readonly discount_lines: readonly {
    readonly label: string;
    readonly amount_cents: number;
    readonly source: 'caller' | 'brand' | 'promo_code';
  }[];
  readonly shipping_lines: readonly {
    readonly label: string;
    readonly amount_cents: number;
    readonly source: 'caller' | 'brand' | 'promo_code';
  }[];
  readonly tax_lines: readonly {
    readonly label: string;
    readonly amount_cents: number;
    readonly source: 'caller' | 'brand' | 'promo_code';
    readonly rate_percent?: number | undefined;
  }[];
  readonly payment_state: 'unpaid' | 'authorized' | 'paid' | 'partially_refunded' | 'refunded';
  readonly authorized_cents: number;
  readonly paid_cents: number;
  readonly refunded_cents: number;
  readonly credit_returned_cents?: number | undefined;
  readonly promotion?: {
    readonly id: string;
    readonly code: string;
    readonly issue: string;
    readonly free_shipping: boolean;
    readonly discount_cents: number;
    readonly customer_id?: string | undefined;
  } | undefined;
  readonly stock?: {
    readonly state: 'reserved' | 'consumed' | 'released' | 'restocked';
    readonly lines: readonly {
      readonly product_id: string;
      readonly variant_id?: string | undefined;
      readonly quantity: number;
    }[];
  } | undefined;
  readonly cancel_reason?: string | undefined;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

export interface OrderChange {
  readonly order_id: string;
  readonly version: number;
  readonly at: string;
  readonly by: string;
  readonly kind: 'edited' | 'status_changed' | 'paid' | 'refunded' | 'credited' | 'erased';
  readonly members: readonly string[];
  readonly status: 'pending' | 'confirmed' | 'ready' | 'completed' | 'cancelled';
  readonly previous_status?: 'pending' | 'confirmed' | 'ready' | 'completed' | 'cancelled' | undefined;
  readonly reason?: string | undefined;
  readonly total_cents: number;
  readonly amount_due_cents: number;
}

export interface OrderPayment {
  readonly id: string;
  readonly order_id: string;
  readonly brand_id: string;
  readonly kind: 'authorization' | 'payment' | 'void' | 'refund';
  readonly amount_cents: number;
  readonly method: 'cash' | 'card' | 'check' | 'bank_transfer' | 'other';
  readonly reference?: string | undefined;
  readonly currency: string;
  readonly note?: string | undefined;
  readonly reason?: string | undefined;
  readonly restocked?: boolean | undefined;
  readonly credit_cents?: number | undefined;
  readonly by: string;
  readonly created_at: string;
}

export interface OrderSettings {
  readonly brand_id: string;
  readonly promotions: 'off' | 'on';
  readonly taxes_included: boolean;
  readonly tax_rates: readonly {
    readonly label: string;
    readonly category?: string | undefined;
    readonly rate_percent: number;
  }[];
  readonly shipping?: {
    readonly label: string;
    readonly fee_cents: number;
    readonly free_from_cents?: number | undefined;
  } | undefined;
  readonly updated_at?: string | undefined;
  readonly version: number;
}

export interface PromoCode {
  readonly id: string;
  readonly brand_id: string;
  readonly code: string;
  readonly description?: string | undefined;
  readonly kind: 'percent' | 'fixed' | 'free_shipping';
  readonly percent?: number | undefined;
  readonly amount_cents?: number | undefined;
  readonly minimum_cents?: number | undefined;
  readonly product_ids?: readonly string[] | undefined;
  readonly first_order_only: boolean;
  readonly starts_at?: string | undefined;
  readonly ends_at?: string | undefined;
  readonly max_uses?: number | undefined;
  readonly max_uses_per_customer?: number | undefined;
  readonly is_active: boolean;
  readonly use_count: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

export interface StockLevel {
  readonly brand_id: string;
  readonly product_id: string;
  readonly variant_id?: string | undefined;
  readonly mode: 'off' | 'tracked';
  readonly on_hand: number;
  readonly reserved: number;
  readonly available: number;
  readonly low_stock_at?: number | undefined;
  readonly updated_at: string;
  readonly version: number;
}

export interface StockAdjustment {
  readonly id: string;
  readonly brand_id: string;
  readonly product_id: string;
  readonly variant_id?: string | undefined;
  readonly kind: 'receive' | 'correct' | 'waste';
  readonly quantity: number;
  readonly change: number;
  readonly reason?: string | undefined;
  readonly by: string;
  readonly created_at: string;
}

export interface Product {
  readonly id: string;
  readonly brand_id: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly category?: string | undefined;
  /** Stock keeping unit; unique in the brand, in any letter case */
  readonly sku?: string | undefined;
  /** GTIN or another code */
  readonly barcode?: string | undefined;
  readonly price?: number | undefined;
  /** Such as each, lb, kg, bunch or dozen */
  readonly unit?: string | undefined;
  /** Units for one price, such as 0.5 */
  readonly unit_quantity?: number | undefined;
  /** Weight for shipping */
  readonly weight_grams?: number | undefined;
  /** Selects the tax rate of the brand */
  readonly tax_category?: string | undefined;
  readonly variants?: readonly ProductVariant[] | undefined;
  readonly is_active: boolean;
  /** Ready images in their order; the first is the main one */
  readonly images?: readonly ReadyImage[] | undefined;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

export interface ProductVariant {
  readonly id: string;
  readonly name: string;
  /** Stock keeping unit; unique in the brand, in any letter case */
  readonly sku?: string | undefined;
  /** GTIN or another code */
  readonly barcode?: string | undefined;
  readonly price?: number | undefined;
  /** Such as each, lb, kg, bunch or dozen */
  readonly unit?: string | undefined;
  /** Units for one price, such as 0.5 */
  readonly unit_quantity?: number | undefined;
  /** Weight for shipping */
  readonly weight_grams?: number | undefined;
  readonly is_active: boolean;
}

export interface ReadyImage {
  readonly id: string;
  readonly alt_text: string;
  /** Pixels of the upload, in its upright orientation */
  readonly width: number;
  readonly height: number;
  /** At most 320, 800 and 1,600 pixels wide and high; the addresses are public and never change */
  readonly sizes: {
    readonly thumbnail: {
      readonly width: number;
      readonly height: number;
      readonly webp: string;
      readonly jpeg: string;
    };
    readonly medium: {
      readonly width: number;
      readonly height: number;
      readonly webp: string;
      readonly jpeg: string;
    };
    readonly large: {
      readonly width: number;
      readonly height: number;
      readonly webp: string;
      readonly jpeg: string;
    };
  };
}

export interface FileUpload {
  readonly method: 'PUT';
  readonly url: string;
  /** Headers to send with the file */
  readonly headers: { readonly [name: string]: string };
  readonly expires_at: string;
}

export interface ProductImport {
  readonly id: string;
  readonly brand_id: string;
  readonly status: 'waiting' | 'running' | 'done' | 'failed';
  readonly dry_run: boolean;
  /** Lines after the header; 0 before the file is read */
  readonly lines: number;
  readonly processed: number;
  /** New products and variants */
  readonly created: number;
  /** Changed products and variants */
  readonly changed: number;
  readonly unchanged: number;
  /** Lines with faults, which are not imported */
  readonly bad: number;
  /** Columns that mean nothing here */
  readonly ignored_columns: readonly string[];
  /** Why the whole file was refused; nothing of it was imported */
  readonly reason?: string | undefined;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

export interface BadLine {
  /** Line of the file; the header is line 1 */
  readonly line: number;
  readonly faults: readonly {
    readonly column: string;
    readonly code: string;
    readonly reason: string;
  }[];
}

export interface ProductImage {
  readonly id: string;
  readonly product_id: string;
  /** `waiting` for the file, or `processing` it */
  readonly status: 'waiting' | 'processing' | 'ready' | 'failed';
  readonly failure?: {
    readonly code: 'not_uploaded' | 'too_large' | 'too_many_pixels' | 'unsupported_format' | 'animated' | 'damaged' | 'not_processed';
    readonly message: string;
  } | undefined;
  readonly alt_text: string;
  /** 1 is the main image */
  readonly position: number;
  /** Pixels of the upload, in its upright orientation */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** At most 320, 800 and 1,600 pixels wide and high; the addresses are public and never change */
  readonly sizes?: {
    readonly thumbnail: {
      readonly width: number;
      readonly height: number;
      readonly webp: string;
      readonly jpeg: string;
    };
    readonly medium: {
      readonly width: number;
      readonly height: number;
      readonly webp: string;
      readonly jpeg: string;
    };
    readonly large: {
      readonly width: number;
      readonly height: number;
      readonly webp: string;
      readonly jpeg: string;
    };
  } | undefined;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Stop {
  readonly id: string;
  readonly brand_id: string;
  readonly name: string;
  readonly address?: string | undefined;
  /** Directions for customers */
  readonly notes?: string | undefined;
  /** Opening times by day of the week, in the time zone of the brand */
  readonly hours: readonly {
    readonly weekday: 'sunday' | 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday';
    readonly opens: string;
    readonly closes: string;
  }[];
  /** Last time for orders: this time, so many days before the pickup. Without it, the opening time */
  readonly cut_off?: {
    readonly days_before: number;
    readonly time: string;
  } | undefined;
  /** Maximum orders of one pickup day */
  readonly capacity?: number | undefined;
  /** Days without pickup */
  readonly closed_dates?: readonly string[] | undefined;
  readonly is_active: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

export interface PickupDay {
  readonly date: string;
  readonly hours: readonly {
    readonly opens: string;
    readonly closes: string;
  }[];
  /** First opening of the day */
  readonly opens_at: string;
  /** Orders must be created before this time */
  readonly cut_off: string;
  /** Orders that are not cancelled */
  readonly orders: number;
  readonly capacity?: number | undefined;
  readonly is_full: boolean;
}

export interface PickList {
  readonly brand_id: string;
  readonly brand_name: string;
  readonly date: string;
  readonly created_at: string;
  readonly order_count: number;
  readonly packed_count: number;
  readonly totals: readonly PickTotal[];
  readonly stops: readonly PickedStop[];
}

export interface PickTotal {
  readonly product_id: string;
  readonly variant_id?: string | undefined;
  /** Name of the product; its id for a product that does not exist */
  readonly name: string;
  readonly variant_name?: string | undefined;
  readonly sku?: string | undefined;
  readonly unit?: string | undefined;
  readonly unit_quantity?: number | undefined;
  /** Weight of one */
  readonly weight_grams?: number | undefined;
  readonly quantity: number;
}

export interface PickedStop {
  /** Null for orders without a stop */
  readonly stop_id: string | null;
  /** Null for a stop that does not exist */
  readonly name: string | null;
  readonly address?: string | undefined;
  readonly order_count: number;
  readonly packed_count: number;
  readonly totals: readonly PickTotal[];
  readonly orders: readonly PickedOrder[];
}

export interface PickedOrder {
  readonly id: string;
  readonly status: 'pending' | 'confirmed' | 'ready' | 'completed' | 'cancelled';
  /** The status is ready or completed */
  readonly is_packed: boolean;
  readonly customer_name?: string | undefined;
  readonly customer_phone?: string | undefined;
  readonly notes?: string | undefined;
  readonly total: number;
  readonly created_at: string;
  readonly version: number;
  /** Heaviest products first, then by name */
  readonly lines: readonly PickTotal[];
}

export interface Campaign {
  readonly id: string;
  readonly brand_id: string;
  readonly name: string;
  readonly subject: string;
  readonly content: string;
  readonly text?: string | undefined;
  readonly type: 'email' | 'sms';
  readonly segment_id?: string | undefined;
  readonly contact_ids?: readonly string[] | undefined;
  readonly scheduled_at?: string | undefined;
  readonly status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled' | 'failed';
  readonly reason?: 'requested' | 'sends_used_up' | 'sender_blocked' | 'not_sendable' | 'no_recipients' | 'brand_closing' | undefined;
  readonly started_at?: string | undefined;
  readonly sent_at?: string | undefined;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

export interface CampaignPreview {
  readonly type: 'email' | 'sms';
  readonly subject?: string | undefined;
  readonly html?: string | undefined;
  readonly text: string;
  readonly segments?: number | undefined;
  readonly encoding?: 'gsm7' | 'ucs2' | undefined;
  readonly missing_fields: readonly string[];
  readonly problems: readonly {
    readonly path: readonly string[];
    readonly message: string;
  }[];
}

export interface CampaignStatistics {
  readonly campaign_id: string;
  readonly status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled' | 'failed';
  readonly audience_complete: boolean;
  readonly recipients: number;
  readonly pending: number;
  readonly sent: number;
  readonly unknown: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly skipped: {
    readonly total: number;
    readonly no_address: number;
    readonly no_consent: number;
    readonly withdrawn: number;
    readonly suppressed: number;
    readonly not_found: number;
    readonly missing_field: number;
    readonly too_long: number;
  };
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
  readonly unsubscribed: number;
  readonly segments: number;
}

export interface CampaignRecipient {
  readonly contact_id: string;
  readonly state: 'queued' | 'sending' | 'sent' | 'delivered' | 'bounced' | 'complained' | 'failed' | 'skipped' | 'unknown' | 'cancelled';
  readonly reason?: string | undefined;
  readonly segments?: number | undefined;
  readonly sent_at?: string | undefined;
  readonly unsubscribed_at?: string | undefined;
}

export interface MessagingSettings {
  readonly brand_id: string;
  readonly from_name?: string | undefined;
  readonly reply_to?: string | undefined;
  readonly postal_address?: string | undefined;
  readonly quiet_hours: {
    readonly start: string;
    readonly end: string;
  };
  readonly test_addresses: readonly string[];
  readonly updated_at?: string | undefined;
  readonly version: number;
}

export interface WaterLog {
  readonly id: string;
  readonly brand_id: string;
  readonly field_id?: string | undefined;
  readonly field_name?: string | undefined;
  readonly gallons: number;
  readonly duration_minutes?: number | undefined;
  readonly water_method?: 'drip' | 'sprinkler' | 'flood' | 'manual' | undefined;
  readonly notes?: string | undefined;
  readonly logged_at: string;
  readonly created_at: string;
  readonly updated_at?: string | undefined;
  readonly version: number;
}

export interface WaterLogChange {
  readonly version: number;
  readonly change: 'edited' | 'deleted';
  readonly changed_at: string;
  readonly reason?: string | undefined;
  readonly before: WaterLog;
}

export interface Field {
  readonly id: string;
  readonly brand_id: string;
  readonly name: string;
  readonly area_acres?: number | undefined;
  readonly crop?: string | undefined;
  readonly water_method?: 'drip' | 'sprinkler' | 'flood' | 'manual' | undefined;
  readonly allocation?: {
    readonly amount: number;
    readonly unit: 'gallons' | 'acre_feet';
  } | undefined;
  readonly is_active: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

export interface Meter {
  readonly id: string;
  readonly brand_id: string;
  readonly name: string;
  readonly serial_number?: string | undefined;
  readonly field_id?: string | undefined;
  readonly unit: 'gallons' | 'litres' | 'cubic_metres' | 'acre_feet';
  readonly rollover_at?: number | undefined;
  readonly is_active: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

export interface MeterReading {
  readonly id: string;
  readonly brand_id: string;
  readonly meter_id: string;
  readonly field_id?: string | undefined;
  readonly value: number;
  readonly kind: 'reading' | 'rollover' | 'replacement';
  readonly final_value?: number | undefined;
  readonly start_value?: number | undefined;
  readonly notes?: string | undefined;
  readonly read_at: string;
  readonly used: Volume | null;
  readonly corrections: readonly {
    readonly value: number;
    readonly kind: 'reading' | 'rollover' | 'replacement';
    readonly final_value?: number | undefined;
    readonly start_value?: number | undefined;
    readonly notes?: string | undefined;
    readonly read_at: string;
    readonly reason: string;
    readonly corrected_at: string;
  }[];
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

export interface Volume {
  readonly gallons: number;
  readonly litres: number;
  readonly cubic_metres: number;
  readonly acre_feet: number;
}

export interface WaterSettings {
  readonly brand_id: string;
  readonly season_start: string;
  readonly allocation?: {
    readonly amount: number;
    readonly unit: 'gallons' | 'acre_feet';
  } | undefined;
  readonly updated_at?: string | undefined;
  readonly version: number;
}

export interface SeasonUse {
  readonly brand_id: string;
  readonly time_zone: string;
  readonly from: string;
  readonly to: string;
  readonly total: {
    readonly metered: Volume;
    readonly estimated: Volume;
    readonly used: Volume;
    readonly allocation?: Volume | undefined;
    readonly remaining?: Volume | undefined;
    readonly forecast?: Volume | undefined;
    readonly allocation_ends_on?: string | undefined;
  };
  readonly fields: readonly {
    readonly field_id?: string | undefined;
    readonly field_name?: string | undefined;
    readonly metered: Volume;
    readonly estimated: Volume;
    readonly used: Volume;
    readonly allocation?: Volume | undefined;
    readonly remaining?: Volume | undefined;
    readonly forecast?: Volume | undefined;
  }[];
}

export type Report = {
  readonly report_type: 'orders';
  readonly brand_id: string;
  readonly from: string;
  readonly to: string;
  readonly order_count: number;
  readonly item_count: number;
  readonly by_status: {
    readonly pending: number;
    readonly confirmed: number;
    readonly ready: number;
    readonly completed: number;
    readonly cancelled: number;
  };
  readonly by_fulfillment: {
    readonly pickup: number;
    readonly ship: number;
    readonly mixed: number;
  };
  readonly days: readonly {
    readonly date: string;
    readonly order_count: number;
    readonly item_count: number;
  }[];
} | {
  readonly report_type: 'revenue';
  readonly brand_id: string;
  readonly from: string;
  readonly to: string;
  readonly gross: number;
  readonly cancelled: number;
  readonly net: number;
  readonly refunded: number;
  readonly order_count: number;
  readonly average_order: number;
  readonly days: readonly {
    readonly date: string;
    readonly gross: number;
    readonly cancelled: number;
    readonly net: number;
    readonly refunded: number;
    readonly order_count: number;
  }[];
} | {
  readonly report_type: 'customers';
  readonly brand_id: string;
  readonly from: string;
  readonly to: string;
  readonly order_count: number;
  readonly new_customers: number;
  readonly orders_of_new_customers: number;
  readonly orders_of_returning_customers: number;
  readonly orders_without_email: number;
  readonly days: readonly {
    readonly date: string;
    readonly order_count: number;
    readonly new_customers: number;
    readonly orders_of_new_customers: number;
    readonly orders_of_returning_customers: number;
    readonly orders_without_email: number;
  }[];
} | {
  readonly report_type: 'products';
  readonly brand_id: string;
  readonly from: string;
  readonly to: string;
  readonly product_count: number;
  readonly quantity: number;
  readonly revenue: number;
  readonly others: {
    readonly product_count: number;
    readonly quantity: number;
    readonly revenue: number;
  };
  readonly products: readonly {
    readonly product_id: string;
    readonly quantity: number;
    readonly revenue: number;
    readonly order_count: number;
  }[];
};

export type Analytics = {
  readonly figures: 'revenue';
  readonly brand_id: string;
  readonly time_zone: string;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  readonly start: string;
  readonly end: string;
  readonly interval: 'day' | 'week' | 'month';
  readonly gross: number;
  readonly cancelled: number;
  readonly net: number;
  readonly order_count: number;
  readonly cancelled_count: number;
  readonly average_order: number;
  readonly previous: {
    readonly from: string;
    readonly to: string;
    readonly gross: number;
    readonly cancelled: number;
    readonly net: number;
    readonly order_count: number;
    readonly cancelled_count: number;
    readonly average_order: number;
  };
  readonly growth: {
    readonly gross: number | null;
    readonly net: number | null;
    readonly order_count: number | null;
    readonly average_order: number | null;
  };
  readonly series: readonly {
    readonly date: string;
    readonly start: string;
    readonly end: string;
    readonly gross: number;
    readonly cancelled: number;
    readonly net: number;
    readonly order_count: number;
    readonly cancelled_count: number;
    readonly average_order: number;
  }[];
} | {
  readonly figures: 'customers';
  readonly brand_id: string;
  readonly time_zone: string;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  readonly start: string;
  readonly end: string;
  readonly interval: 'day' | 'week' | 'month';
  readonly new_customers: number;
  readonly orders_of_returning_customers: number;
  readonly orders_without_email: number;
  readonly order_count: number;
  readonly returning_share: number | null;
  readonly previous: {
    readonly from: string;
    readonly to: string;
    readonly new_customers: number;
    readonly orders_of_returning_customers: number;
    readonly orders_without_email: number;
    readonly order_count: number;
  };
  readonly growth: {
    readonly new_customers: number | null;
    readonly orders_of_returning_customers: number | null;
  };
  readonly series: readonly {
    readonly date: string;
    readonly start: string;
    readonly end: string;
    readonly new_customers: number;
    readonly orders_of_returning_customers: number;
    readonly orders_without_email: number;
    readonly order_count: number;
  }[];
} | {
  readonly figures: 'cohorts';
  readonly brand_id: string;
  readonly time_zone: string;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  readonly start: string;
  readonly end: string;
  readonly cohorts: readonly {
    readonly month: string;
    readonly customers: number;
    readonly months: readonly {
      readonly month: string;
      readonly months_since: number;
      readonly customers: number;
      readonly retention: number | null;
      readonly order_count: number;
      readonly revenue: number;
    }[];
  }[];
} | {
  readonly figures: 'funnel';
  readonly brand_id: string;
  readonly time_zone: string;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  readonly start: string;
  readonly end: string;
  readonly interval: 'day' | 'week' | 'month';
  readonly visits: number;
  readonly searches: number;
  readonly carts: number;
  readonly checkouts: number;
  readonly carts_or_checkouts: number;
  readonly orders: number;
  readonly steps: readonly {
    readonly step: 'visit' | 'search' | 'cart_or_checkout' | 'order';
    readonly count: number;
    readonly of_previous: number | null;
    readonly of_first: number | null;
  }[];
  readonly series: readonly {
    readonly date: string;
    readonly start: string;
    readonly end: string;
    readonly visits: number;
    readonly searches: number;
    readonly carts: number;
    readonly checkouts: number;
    readonly carts_or_checkouts: number;
    readonly orders: number;
  }[];
} | {
  readonly figures: 'products';
  readonly brand_id: string;
  readonly time_zone: string;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  readonly start: string;
  readonly end: string;
  readonly product_count: number;
  readonly quantity: number;
  readonly revenue: number;
  readonly products: readonly {
    readonly product_id: string;
    readonly name?: string | undefined;
    readonly quantity: number;
    readonly revenue: number;
    readonly order_count: number;
    readonly revenue_share: number | null;
  }[];
  readonly others: {
    readonly product_count: number;
    readonly quantity: number;
    readonly revenue: number;
  };
} | {
  readonly figures: 'water';
  readonly brand_id: string;
  readonly time_zone: string;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  readonly start: string;
  readonly end: string;
  readonly interval: 'day' | 'week' | 'month';
  readonly gallons: number;
  readonly metered_gallons: number;
  readonly log_count: number;
  readonly units_sold: number;
  readonly gallons_per_unit: number | null;
  readonly fields: readonly {
    readonly field_id?: string | undefined;
    readonly field_name?: string | undefined;
    readonly gallons: number;
    readonly metered_gallons: number;
    readonly log_count: number;
    readonly share: number | null;
    readonly series: readonly {
      readonly date: string;
      readonly gallons: number;
      readonly metered_gallons: number;
      readonly log_count: number;
    }[];
  }[];
  readonly others: {
    readonly field_count: number;
    readonly gallons: number;
    readonly metered_gallons: number;
    readonly log_count: number;
  };
  readonly series: readonly {
    readonly date: string;
    readonly start: string;
    readonly end: string;
    readonly gallons: number;
    readonly metered_gallons: number;
    readonly log_count: number;
    readonly units_sold: number;
    readonly gallons_per_unit: number | null;
  }[];
};

export interface Referral {
  readonly id: string;
  readonly brand_id: string;
  readonly referred_email: string;
  readonly referral_code: string;
  readonly referred_user_id: string;
  readonly created_at: string;
}

export interface ReferralCode {
  readonly id: string;
  readonly brand_id: string;
  readonly code: string;
  readonly description?: string | undefined;
  readonly redemption_count: number;
  readonly customer_id?: string | undefined;
  readonly created_at: string;
}

export interface ReferralSettings {
  readonly brand_id: string;
  readonly shop_url?: string | undefined;
  readonly reward?: {
    readonly kind: 'amount';
    readonly amount_cents: number;
  } | {
    readonly kind: 'percent';
    readonly percent: number;
    readonly max_cents?: number | undefined;
  } | undefined;
  readonly minimum_order_cents: number;
  readonly expires_days?: number | undefined;
  readonly updated_at?: string | undefined;
  readonly version: number;
}

export interface ReferralLink {
  readonly brand_id: string;
  readonly referral_code: string;
  readonly channel: 'email' | 'sms' | 'whatsapp' | 'facebook' | 'instagram' | 'x' | 'copy' | 'qr' | 'other';
  readonly url: string;
  readonly share_count: number;
  readonly visitor_count: number;
  readonly created_at: string;
}

export interface ReferralReward {
  readonly id: string;
  readonly brand_id: string;
  readonly customer_id: string;
  readonly referral_id: string;
  readonly referral_code: string;
  readonly referred_user_id: string;
  readonly state: 'pending' | 'earned' | 'redeemed' | 'expired';
  readonly rule: {
    readonly kind: 'amount';
    readonly amount_cents: number;
  } | {
    readonly kind: 'percent';
    readonly percent: number;
    readonly max_cents?: number | undefined;
  };
  readonly minimum_order_cents: number;
  readonly expires_days?: number | undefined;
  readonly cents: number;
  readonly remaining_cents: number;
  readonly order_id?: string | undefined;
  readonly created_at: string;
  readonly earned_at?: string | undefined;
  readonly expires_at?: string | undefined;
}

export interface ReferralCredit {
  readonly brand_id: string;
  readonly customer_id: string;
  readonly currency: string;
  readonly balance_cents: number;
  readonly lots: readonly {
    readonly reward_id: string;
    readonly cents: number;
    readonly expires_at?: string | undefined;
  }[];
  readonly entries: readonly CreditEntry[];
}

export interface CreditEntry {
  readonly id: string;
  readonly kind: 'earned' | 'redeemed' | 'returned' | 'expired';
  readonly cents: number;
  readonly balance_cents: number;
  readonly order_id?: string | undefined;
  readonly reward_id?: string | undefined;
  readonly created_at: string;
}

export interface Brand {
  readonly id: string;
  readonly name: string;
  readonly catalog: 'managed' | 'external';
  readonly prices: 'trust' | 'match';
  readonly stops: 'external' | 'managed';
  readonly time_zone: string;
  readonly currency: string;
  readonly locale: string;
  readonly plan: 'starter' | 'farm' | 'enterprise';
  readonly deletion?: {
    readonly requested_at: string;
    readonly deletes_at: string;
  } | undefined;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

export interface BrandExport {
  readonly id: string;
  readonly brand_id: string;
  readonly status: 'waiting' | 'running' | 'done' | 'failed' | 'expired';
  /** Number of records in the archive */
  readonly records?: number | undefined;
  /** Size of the archive in bytes */
  readonly size?: number | undefined;
  /** SHA-256 of the archive in hexadecimal digits */
  readonly sha256?: string | undefined;
  readonly available_until?: string | undefined;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface ApiKey {
  readonly id: string;
  readonly brand_id: string;
  readonly name: string;
  readonly role: 'owner' | 'manager' | 'viewer';
  readonly prefix: string;
  readonly scopes?: readonly string[] | undefined;
  readonly created_at: string;
  readonly expires_at?: string | undefined;
  readonly rotated_at?: string | undefined;
  readonly earlier_secret_expires_at?: string | undefined;
  readonly revoked_at?: string | undefined;
  readonly last_used_at?: string | undefined;
}

export type Activity = {
  readonly id: string;
  readonly brand_id: string;
  readonly created_at: string;
  readonly event: 'orderCreated';
  readonly data: {
    readonly order_id: string;
    readonly total: number;
    readonly brand_id: string;
  };
} | {
  readonly id: string;
  readonly brand_id: string;
  readonly created_at: string;
  readonly event: 'searchPerformed';
  readonly data: {
    readonly search: string;
    readonly results: number;
    readonly area: 'products';
  };
} | {
  readonly id: string;
  readonly brand_id: string;
  readonly created_at: string;
  readonly event: 'campaignCreated';
  readonly data: {
    readonly campaign_id: string;
    readonly type: 'email' | 'sms';
    readonly audience_size: number;
  };
} | {
  readonly id: string;
  readonly brand_id: string;
  readonly created_at: string;
  readonly event: 'referralCompleted';
  readonly data: {
    readonly referral_code: string;
    readonly referred_user_id: string;
  };
} | {
  readonly id: string;
  readonly brand_id: string;
  readonly created_at: string;
  readonly event: 'personalDataExported';
  readonly data: {
    readonly contact_id: string;
  };
} | {
  readonly id: string;
  readonly brand_id: string;
  readonly created_at: string;
  readonly event: 'personalDataErased';
  readonly data: {
    readonly erasure_id: string;
  };
} | {
  readonly id: string;
  readonly brand_id: string;
  readonly created_at: string;
  readonly event: 'membersChanged';
  readonly data: {
    readonly change: 'invited' | 'joined' | 'role_changed' | 'removed' | 'left' | 'ownership_transferred';
    readonly subject?: string | undefined;
    readonly role?: string | undefined;
  };
} | {
  readonly id: string;
  readonly brand_id: string;
  readonly created_at: string;
  readonly event: 'brandDeletionChanged';
  readonly data: {
    readonly change: 'scheduled' | 'cancelled';
    readonly subject: string;
  };
} | {
  readonly id: string;
  readonly brand_id: string;
  readonly created_at: string;
  readonly event: 'brandExportRequested';
  readonly data: {
    readonly export_id: string;
    readonly subject: string;
  };
};

export interface ChangelogEntry {
  readonly id: string;
  readonly version: string;
  readonly published_at: string;
  readonly title: string;
  readonly kinds: readonly ('added' | 'changed' | 'fixed' | 'removed' | 'security')[];
  readonly text: string;
}

export interface ChangelogMarker {
  readonly last_read_id: string | null;
  readonly unread_count: number;
}

export interface Onboarding {
  readonly brand_id: string;
  readonly status: 'in_progress' | 'completed' | 'dismissed';
  readonly progress_percent: number;
  readonly completed_count: number;
  readonly next_step: 'brand_profile' | 'first_product' | 'first_order' | 'first_water_log' | 'team_or_api_key' | 'first_campaign' | null;
  readonly steps: readonly {
    readonly step: 'brand_profile' | 'first_product' | 'first_order' | 'first_water_log' | 'team_or_api_key' | 'first_campaign';
    readonly title: string;
    readonly text: string;
    readonly operation: string;
    readonly status: 'open' | 'completed' | 'skipped';
    readonly completed_at?: string | undefined;
  }[];
}

export interface Notification {
  readonly id: string;
  readonly brand_id: string;
  readonly kind: 'new_order' | 'payment_failed' | 'subscription_changed' | 'webhook_disabled' | 'low_stock' | 'campaign_sent' | 'campaign_stopped' | 'member_joined' | 'brand_deletion' | 'export_ready' | 'changelog';
  readonly title: string;
  readonly cause?: {
    readonly event: string;
    readonly facts: { readonly [name: string]: string | number };
  } | undefined;
  readonly resource?: {
    readonly type: string;
    readonly id: string;
  } | undefined;
  readonly read: boolean;
  readonly created_at: string;
}

export interface NotificationPreferences {
  readonly brand_id: string;
  readonly kinds: {
    readonly new_order: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    };
    readonly payment_failed: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    };
    readonly subscription_changed: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    };
    readonly webhook_disabled: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    };
    readonly low_stock: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    };
    readonly campaign_sent: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    };
    readonly campaign_stopped: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    };
    readonly member_joined: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    };
    readonly brand_deletion: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    };
    readonly export_ready: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    };
    readonly changelog: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    };
  };
  readonly digest: {
    readonly frequency: 'off' | 'daily' | 'weekly';
    readonly hour: number;
    readonly weekday: number;
  };
  readonly email: string | null;
  readonly unconfirmed_email: string | null;
}

export interface WebhookEndpoint {
  readonly id: string;
  readonly brand_id: string;
  readonly url: string;
  readonly description?: string | undefined;
  readonly event_types?: readonly ('brand.deletion_scheduled' | 'brand.deletion_reminder' | 'brand.deletion_cancelled' | 'brand.export_ready' | 'order.created' | 'order.status_changed' | 'order.changed' | 'order.paid' | 'order.refunded' | 'product.low_stock' | 'product.created' | 'product.changed' | 'product.deleted' | 'campaign.sent' | 'campaign.failed' | 'campaign.paused' | 'referral.completed' | 'member.joined' | 'member.left' | 'referral.reward_earned' | 'subscription.changed' | 'subscription.payment_reminder' | 'invoice.paid' | 'invoice.payment_failed' | 'webhook_endpoint.disabled' | 'webhook_endpoint.test')[] | undefined;
  readonly status: 'enabled' | 'disabled';
  readonly disabled_reason?: 'owner' | 'gone' | 'failing' | undefined;
  readonly disabled_at?: string | undefined;
  readonly failing_since?: string | undefined;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

export interface WebhookDelivery {
  readonly id: string;
  readonly endpoint_id: string;
  readonly brand_id: string;
  readonly event_type: 'brand.deletion_scheduled' | 'brand.deletion_reminder' | 'brand.deletion_cancelled' | 'brand.export_ready' | 'order.created' | 'order.status_changed' | 'order.changed' | 'order.paid' | 'order.refunded' | 'product.low_stock' | 'product.created' | 'product.changed' | 'product.deleted' | 'campaign.sent' | 'campaign.failed' | 'campaign.paused' | 'referral.completed' | 'member.joined' | 'member.left' | 'referral.reward_earned' | 'subscription.changed' | 'subscription.payment_reminder' | 'invoice.paid' | 'invoice.payment_failed' | 'webhook_endpoint.disabled' | 'webhook_endpoint.test';
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly failure?: 'attempts_failed' | 'gone' | 'endpoint_disabled' | undefined;
  readonly attempt_count: number;
  readonly next_attempt_at?: string | undefined;
  readonly last_attempt?: {
    readonly at: string;
    readonly status?: number | undefined;
    readonly error?: 'timeout' | 'address_refused' | 'name_not_found' | 'tls' | 'connection' | 'invalid_response' | undefined;
    readonly duration_ms: number;
  } | undefined;
  readonly created_at: string;
}

export interface WebhookDeliveryDetail {
  readonly id: string;
  readonly endpoint_id: string;
  readonly brand_id: string;
  readonly event_type: 'brand.deletion_scheduled' | 'brand.deletion_reminder' | 'brand.deletion_cancelled' | 'brand.export_ready' | 'order.created' | 'order.status_changed' | 'order.changed' | 'order.paid' | 'order.refunded' | 'product.low_stock' | 'product.created' | 'product.changed' | 'product.deleted' | 'campaign.sent' | 'campaign.failed' | 'campaign.paused' | 'referral.completed' | 'member.joined' | 'member.left' | 'referral.reward_earned' | 'subscription.changed' | 'subscription.payment_reminder' | 'invoice.paid' | 'invoice.payment_failed' | 'webhook_endpoint.disabled' | 'webhook_endpoint.test';
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly failure?: 'attempts_failed' | 'gone' | 'endpoint_disabled' | undefined;
  readonly attempt_count: number;
  readonly next_attempt_at?: string | undefined;
  readonly last_attempt?: {
    readonly at: string;
    readonly status?: number | undefined;
    readonly error?: 'timeout' | 'address_refused' | 'name_not_found' | 'tls' | 'connection' | 'invalid_response' | undefined;
    readonly duration_ms: number;
  } | undefined;
  readonly created_at: string;
  readonly payload: string;
  readonly attempts: readonly {
    readonly at: string;
    readonly status?: number | undefined;
    readonly error?: 'timeout' | 'address_refused' | 'name_not_found' | 'tls' | 'connection' | 'invalid_response' | undefined;
    readonly duration_ms: number;
    readonly response_body?: string | undefined;
  }[];
}

export interface Contact {
  readonly id: string;
  readonly brand_id: string;
  readonly name?: string | undefined;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly address?: string | undefined;
  readonly city?: string | undefined;
  readonly region?: string | undefined;
  readonly postal_code?: string | undefined;
  readonly country?: string | undefined;
  readonly time_zone?: string | undefined;
  readonly tags: readonly string[];
  readonly consents: {
    readonly email?: {
      readonly status: 'granted' | 'withdrawn';
      readonly source: string;
      readonly text_version?: string | undefined;
      readonly at: string;
    } | undefined;
    readonly sms?: {
      readonly status: 'granted' | 'withdrawn';
      readonly source: string;
      readonly text_version?: string | undefined;
      readonly at: string;
    } | undefined;
  };
  readonly source: 'staff' | 'import' | 'order' | 'referral';
  readonly order_count: number;
  readonly total_spent: number;
  readonly spent_cents: number;
  readonly first_order_at?: string | undefined;
  readonly last_order_at?: string | undefined;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

export interface ContactHistoryEntry {
  readonly id: string;
  readonly contact_id: string;
  readonly kind: 'order' | 'referral' | 'campaign' | 'consent' | 'note' | 'change';
  readonly reference?: string | undefined;
  readonly total?: number | undefined;
  readonly status?: string | undefined;
  readonly text?: string | undefined;
  readonly channel?: 'email' | 'sms' | undefined;
  readonly source?: string | undefined;
  readonly text_version?: string | undefined;
  readonly members?: readonly string[] | undefined;
  readonly author?: string | undefined;
  readonly at: string;
}

export type PersonalRecord = {
  readonly kind: 'contact';
  readonly record: Contact;
} | {
  readonly kind: 'other_address';
  readonly record: {
    readonly address: string;
  };
} | {
  readonly kind: 'suppression';
  readonly record: Suppression;
} | {
  readonly kind: 'history';
  readonly record: ContactHistoryEntry;
} | {
  readonly kind: 'order';
  readonly record: Order;
} | {
  readonly kind: 'referral';
  readonly record: {
    readonly referral_code: string;
    readonly referred_email: string;
    readonly created_at: string;
  };
};

export interface Suppression {
  readonly id: string;
  readonly brand_id: string;
  readonly channel: 'email' | 'sms';
  readonly reason: 'bounce' | 'complaint' | 'stop' | 'manual';
  readonly created_at: string;
}

export interface Erasure {
  readonly id: string;
  readonly brand_id: string;
  readonly status: 'running' | 'finished';
  readonly orders: number;
  readonly referrals: number;
  readonly history_entries: number;
  readonly requested_by: string;
  readonly requested_at: string;
  readonly finished_at?: string | undefined;
}

export interface ContactImport {
  readonly id: string;
  readonly brand_id: string;
  readonly status: 'running' | 'finished';
  readonly dry_run: boolean;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly faults: readonly {
    readonly line: number;
    readonly column?: string | undefined;
    readonly message: string;
  }[];
  readonly created_at: string;
  readonly finished_at?: string | undefined;
}

export type SegmentFilter = {
  readonly match: 'tag';
  readonly equals: string;
} | {
  readonly match: 'consent';
  readonly channel: 'email' | 'sms';
  readonly status: 'granted' | 'withdrawn' | 'none';
} | {
  readonly match: 'address';
  readonly channel: 'email' | 'sms';
} | {
  readonly match: 'total_spent';
  readonly at_least?: number | undefined;
  readonly at_most?: number | undefined;
} | {
  readonly match: 'order_count';
  readonly at_least?: number | undefined;
  readonly at_most?: number | undefined;
} | {
  readonly match: 'first_order';
  readonly before?: string | undefined;
  readonly from?: string | undefined;
  readonly within_days?: number | undefined;
  readonly before_days?: number | undefined;
} | {
  readonly match: 'last_order';
  readonly before?: string | undefined;
  readonly from?: string | undefined;
  readonly within_days?: number | undefined;
  readonly before_days?: number | undefined;
} | {
  readonly match: 'created';
  readonly before?: string | undefined;
  readonly from?: string | undefined;
  readonly within_days?: number | undefined;
  readonly before_days?: number | undefined;
} | {
  readonly match: 'product';
  readonly product_id: string;
} | {
  readonly match: 'stop';
  readonly stop_id: string;
} | {
  readonly match: 'city';
  readonly equals: string;
} | {
  readonly match: 'region';
  readonly equals: string;
} | {
  readonly match: 'postal_code';
  readonly equals: string;
} | {
  readonly match: 'country';
  readonly equals: string;
} | {
  readonly match: 'all';
  readonly filters: readonly SegmentGroups[];
} | {
  readonly match: 'any';
  readonly filters: readonly SegmentGroups[];
} | {
  readonly match: 'not';
  readonly filter: SegmentGroups;
};

export type SegmentGroups = {
  readonly match: 'tag';
  readonly equals: string;
} | {
  readonly match: 'consent';
  readonly channel: 'email' | 'sms';
  readonly status: 'granted' | 'withdrawn' | 'none';
} | {
  readonly match: 'address';
  readonly channel: 'email' | 'sms';
} | {
  readonly match: 'total_spent';
  readonly at_least?: number | undefined;
  readonly at_most?: number | undefined;
} | {
  readonly match: 'order_count';
  readonly at_least?: number | undefined;
  readonly at_most?: number | undefined;
} | {
  readonly match: 'first_order';
  readonly before?: string | undefined;
  readonly from?: string | undefined;
  readonly within_days?: number | undefined;
  readonly before_days?: number | undefined;
} | {
  readonly match: 'last_order';
  readonly before?: string | undefined;
  readonly from?: string | undefined;
  readonly within_days?: number | undefined;
  readonly before_days?: number | undefined;
} | {
  readonly match: 'created';
  readonly before?: string | undefined;
  readonly from?: string | undefined;
  readonly within_days?: number | undefined;
  readonly before_days?: number | undefined;
} | {
  readonly match: 'product';
  readonly product_id: string;
} | {
  readonly match: 'stop';
  readonly stop_id: string;
} | {
  readonly match: 'city';
  readonly equals: string;
} | {
  readonly match: 'region';
  readonly equals: string;
} | {
  readonly match: 'postal_code';
  readonly equals: string;
} | {
  readonly match: 'country';
  readonly equals: string;
} | {
  readonly match: 'all';
  readonly filters: readonly SegmentGroup[];
} | {
  readonly match: 'any';
  readonly filters: readonly SegmentGroup[];
} | {
  readonly match: 'not';
  readonly filter: SegmentGroup;
};

export type SegmentGroup = {
  readonly match: 'tag';
  readonly equals: string;
} | {
  readonly match: 'consent';
  readonly channel: 'email' | 'sms';
  readonly status: 'granted' | 'withdrawn' | 'none';
} | {
  readonly match: 'address';
  readonly channel: 'email' | 'sms';
} | {
  readonly match: 'total_spent';
  readonly at_least?: number | undefined;
  readonly at_most?: number | undefined;
} | {
  readonly match: 'order_count';
  readonly at_least?: number | undefined;
  readonly at_most?: number | undefined;
} | {
  readonly match: 'first_order';
  readonly before?: string | undefined;
  readonly from?: string | undefined;
  readonly within_days?: number | undefined;
  readonly before_days?: number | undefined;
} | {
  readonly match: 'last_order';
  readonly before?: string | undefined;
  readonly from?: string | undefined;
  readonly within_days?: number | undefined;
  readonly before_days?: number | undefined;
} | {
  readonly match: 'created';
  readonly before?: string | undefined;
  readonly from?: string | undefined;
  readonly within_days?: number | undefined;
  readonly before_days?: number | undefined;
} | {
  readonly match: 'product';
  readonly product_id: string;
} | {
  readonly match: 'stop';
  readonly stop_id: string;
} | {
  readonly match: 'city';
  readonly equals: string;
} | {
  readonly match: 'region';
  readonly equals: string;
} | {
  readonly match: 'postal_code';
  readonly equals: string;
} | {
  readonly match: 'country';
  readonly equals: string;
} | {
  readonly match: 'all';
  readonly filters: readonly SegmentCondition[];
} | {
  readonly match: 'any';
  readonly filters: readonly SegmentCondition[];
} | {
  readonly match: 'not';
  readonly filter: SegmentCondition;
};

export type SegmentCondition = {
  readonly match: 'tag';
  readonly equals: string;
} | {
  readonly match: 'consent';
  readonly channel: 'email' | 'sms';
  readonly status: 'granted' | 'withdrawn' | 'none';
} | {
  readonly match: 'address';
  readonly channel: 'email' | 'sms';
} | {
  readonly match: 'total_spent';
  readonly at_least?: number | undefined;
  readonly at_most?: number | undefined;
} | {
  readonly match: 'order_count';
  readonly at_least?: number | undefined;
  readonly at_most?: number | undefined;
} | {
  readonly match: 'first_order';
  readonly before?: string | undefined;
  readonly from?: string | undefined;
  readonly within_days?: number | undefined;
  readonly before_days?: number | undefined;
} | {
  readonly match: 'last_order';
  readonly before?: string | undefined;
  readonly from?: string | undefined;
  readonly within_days?: number | undefined;
  readonly before_days?: number | undefined;
} | {
  readonly match: 'created';
  readonly before?: string | undefined;
  readonly from?: string | undefined;
  readonly within_days?: number | undefined;
  readonly before_days?: number | undefined;
} | {
  readonly match: 'product';
  readonly product_id: string;
} | {
  readonly match: 'stop';
  readonly stop_id: string;
} | {
  readonly match: 'city';
  readonly equals: string;
} | {
  readonly match: 'region';
  readonly equals: string;
} | {
  readonly match: 'postal_code';
  readonly equals: string;
} | {
  readonly match: 'country';
  readonly equals: string;
};

export interface Segment {
  readonly id: string;
  readonly brand_id: string;
  readonly name: string;
  readonly filter: SegmentFilter;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

export interface Member {
  readonly id: string;
  readonly brand_id: string;
  readonly subject: string;
  readonly role: 'owner' | 'manager' | 'viewer';
  readonly email?: string | undefined;
  readonly joined_at: string;
}

export interface Invitation {
  readonly id: string;
  readonly brand_id: string;
  readonly email: string;
  readonly role: 'owner' | 'manager' | 'viewer';
  readonly invited_by: string;
  readonly created_at: string;
  readonly sent_at: string;
  readonly valid_until: string;
}

export interface PlanList {
  readonly plans: readonly {
    readonly plan: 'starter' | 'farm' | 'enterprise';
    readonly price_per_month: number;
    readonly price_per_month_cents: number;
    readonly currency: string;
    readonly entitlements: {
      readonly campaign_sends: number;
      readonly members: number;
      readonly products: number;
      readonly brands: number;
      readonly webhook_endpoints: number;
    };
    readonly api_requests: {
      readonly per_month: number;
      readonly per_second: number;
      readonly burst: number;
    };
  }[];
  readonly add_ons: readonly {
    readonly add_on: 'extra_sends' | 'extra_brands' | 'extra_seats';
    readonly price_per_month: number;
    readonly price_per_month_cents: number;
    readonly currency: string;
    readonly adds: { readonly [name: string]: number };
  }[];
  readonly grace_days: number;
}

export interface Subscription {
  readonly brand_id: string;
  readonly status: 'none' | 'incomplete' | 'trialing' | 'active' | 'past_due' | 'suspended' | 'paused' | 'canceled';
  readonly plan: 'starter' | 'farm' | 'enterprise';
  readonly add_ons: readonly {
    readonly add_on: 'extra_sends' | 'extra_brands' | 'extra_seats';
    readonly quantity: number;
  }[];
  readonly price_per_month?: number | undefined;
  readonly price_per_month_cents?: number | undefined;
  readonly currency: string;
  readonly current_period_start?: string | undefined;
  readonly current_period_end?: string | undefined;
  readonly cancel_at_period_end: boolean;
  readonly trial_ends_at?: string | undefined;
  readonly canceled_at?: string | undefined;
  readonly past_due_since?: string | undefined;
  readonly grace_ends_at?: string | undefined;
  readonly entitlements: readonly {
    readonly entitlement: 'campaign_sends' | 'members' | 'products' | 'brands' | 'webhook_endpoints';
    readonly limit?: number | undefined;
    readonly used?: number | undefined;
  }[];
}

export interface AddOn {
  readonly add_on: 'extra_sends' | 'extra_brands' | 'extra_seats';
  readonly quantity: number;
  readonly price_per_month: number;
  readonly price_per_month_cents: number;
  readonly currency: string;
  readonly adds: { readonly [name: string]: number };
}

export interface ProrationPreview {
  readonly proration_date: string;
  readonly currency: string;
  readonly due_now: number;
  readonly due_now_cents: number;
  readonly lines: readonly {
    readonly description: string;
    readonly amount: number;
    readonly amount_cents: number;
  }[];
  readonly price_per_month: number;
  readonly price_per_month_cents: number;
  readonly next_period_starts_at: string;
}

export interface Invoice {
  readonly id: string;
  readonly brand_id: string;
  readonly number?: string | undefined;
  readonly status: 'open' | 'paid' | 'uncollectible' | 'void';
  readonly currency: string;
  readonly total: number;
  readonly total_cents: number;
  readonly amount_due: number;
  readonly amount_due_cents: number;
  readonly amount_paid: number;
  readonly amount_paid_cents: number;
  readonly attempt_count: number;
  readonly next_attempt_at?: string | undefined;
  readonly period_start: string;
  readonly period_end: string;
  readonly created_at: string;
  readonly hosted_url?: string | undefined;
  readonly pdf_url?: string | undefined;
}
